/** Refusals of an EHR as a whole; they come before all that is said about the objects in it. */
import { CdrError } from '../errors.ts';
import type { RecordStore } from '../ports/store.ts';

export const noEhr = (): CdrError => new CdrError('ehr_not_found', 'There is no EHR with this id');

export const notModifiable = (): CdrError =>
  new CdrError('ehr_not_modifiable', 'The EHR is deactivated: its EHR_STATUS has is_modifiable = false');

/** The error of a write that found no object to decide about: `otherwise`, unless the EHR itself is in the way. */
export async function refusalIn(records: RecordStore, ehrId: string, otherwise: CdrError): Promise<CdrError> {
  const ehr = await records.ehr(ehrId);
  if (!ehr) return noEhr();
  return ehr.modifiable ? otherwise : notModifiable();
}
