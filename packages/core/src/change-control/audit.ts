/** AUDIT_DETAILS (RM common, "Change control"): who committed what, when, on which system. */
import { CdrError } from '../errors.ts';
import { stringifyJson } from '../json/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { ChangeType } from '../ports/store.ts';
import { formatInstant } from '../time/index.ts';
import { checkRm } from '../validation/check-rm.ts';
import { codeAsDvCodedText } from './codes.ts';
import type { Committer } from './contract.ts';

/** What a caller says for an audit, decoded. */
export interface AuditInput {
  readonly changeType: ChangeType;
  readonly committer: JsonObject;
  /** DV_TEXT. */
  readonly description?: JsonObject;
  /** The further attributes of an ATTESTATION: attested_view, proof, items, reason, is_pending. */
  readonly attestation?: JsonObject;
}

/** A PARTY_PROXY out of what a caller gave; throws `invalid_body` when it is none. */
export function asParty(committer: Committer): JsonObject {
  const named = typeof committer === 'string' ? { name: committer } : committer;
  const party = named['_type'] === undefined ? { _type: 'PARTY_IDENTIFIED', ...named } : named;
  const { structural, invariants } = checkRm(party, 'PARTY_PROXY');
  const issues = [...structural, ...invariants].map((issue) => ({ ...issue, path: `/committer${issue.path}` }));
  if (issues.length > 0) throw new CdrError('invalid_body', 'The committer is not a PARTY_PROXY', { issues });
  return party;
}

/** DV_TEXT out of a DV_TEXT or a plain string. */
export const asDvText = (text: JsonObject | string): JsonObject =>
  typeof text === 'string' ? { _type: 'DV_TEXT', value: text } : { _type: 'DV_TEXT', ...text };

/** The description of an audit out of a caller's text; throws `invalid_parameter` when a DV_TEXT can't hold it. */
export function asDescription(text: string): JsonObject {
  const description = asDvText(text);
  const { structural, invariants } = checkRm(description, 'DV_TEXT');
  if (structural.length + invariants.length === 0) return description;
  throw new CdrError('invalid_parameter', 'The description of a commit must not be empty');
}

/** Canonical JSON text of the audit without `time_committed`, which the store decides. */
export function auditText(audit: AuditInput, systemId: string): string {
  return stringifyJson({
    _type: audit.attestation ? 'ATTESTATION' : 'AUDIT_DETAILS',
    system_id: systemId,
    change_type: codeAsDvCodedText('change', audit.changeType),
    ...(audit.description && { description: audit.description }),
    committer: audit.committer,
    ...audit.attestation,
  });
}

/** The audit as it is read back: the stored part and its time. */
export function auditDetails(stored: JsonValue, timeCommitted: number): JsonObject {
  if (!isJsonObject(stored)) throw new CdrError('store_corrupt', 'A stored audit is not a JSON object');
  const { _type, system_id, ...rest } = stored;
  return {
    _type,
    system_id,
    time_committed: { _type: 'DV_DATE_TIME', value: formatInstant(timeCommitted) },
    ...rest,
  };
}

/** Display name of a committer, for lists: its name, else its external reference, else `self`. */
export function displayName(party: JsonObject): string {
  const { name, external_ref: ref } = party;
  if (typeof name === 'string') return name;
  const id = isJsonObject(ref) ? ref['id'] : undefined;
  const value = isJsonObject(id) ? id['value'] : undefined;
  return typeof value === 'string' ? value : 'self';
}
