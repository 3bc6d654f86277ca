import type { JsonObject } from '../json/value.ts';
import type { EhrRecord } from '../ports/store.ts';
import { formatInstant } from '../time/index.ts';

/**
 * EHR in canonical JSON (RM ehr, EHR; ITS-REST EHR). `folders` lists every live hierarchy in the order of creation and
 * `directory` is always its first; both are left out when there is none, as empty lists are.
 */
export function ehrObject(ehr: EhrRecord, statusUid: string, liveFolders: readonly string[]): JsonObject {
  const folders = liveFolders.map((objectId) => reference('VERSIONED_FOLDER', 'HIER_OBJECT_ID', objectId));
  return {
    _type: 'EHR',
    system_id: { _type: 'HIER_OBJECT_ID', value: ehr.systemId },
    ehr_id: { _type: 'HIER_OBJECT_ID', value: ehr.ehrId },
    ehr_status: reference('EHR_STATUS', 'OBJECT_VERSION_ID', statusUid),
    ehr_access: reference('EHR_ACCESS', 'HIER_OBJECT_ID', ehr.ehrId),
    time_created: { _type: 'DV_DATE_TIME', value: formatInstant(ehr.timeCreated) },
    ...(folders[0] && { directory: folders[0], folders }),
  };
}

const reference = (type: string, idType: string, id: string): JsonObject => ({
  _type: 'OBJECT_REF',
  id: { _type: idType, value: id },
  namespace: 'local',
  type,
});
