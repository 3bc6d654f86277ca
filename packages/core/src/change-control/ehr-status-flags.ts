import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { EhrStatusFlags, Subject } from '../ports/store.ts';

/** What an EHR is found and gated by, out of its EHR_STATUS (RM ehr, EHR_STATUS). */
export const readEhrStatusFlags = (status: JsonObject): EhrStatusFlags => ({
  queryable: status['is_queryable'] === true,
  modifiable: status['is_modifiable'] === true,
  subject: readSubject(status),
});

/** `subject.external_ref`; a PARTY_SELF without one leaves the EHR without a known subject. */
function readSubject(status: JsonObject): Subject | undefined {
  const ref = member(status['subject'], 'external_ref');
  const id = member(member(ref, 'id'), 'value');
  const namespace = member(ref, 'namespace');
  return typeof id === 'string' && typeof namespace === 'string' ? { id, namespace } : undefined;
}

const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined;
