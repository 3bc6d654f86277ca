import { auditDetails } from '../change-control/audit.ts';
import { formatVersionUid } from '../change-control/version-uid.ts';
import { parseDocument } from '../change-control/original-version.ts';
import type { JsonObject } from '../json/value.ts';
import type { ContributionVersionRef } from '../ports/store.ts';

/** CONTRIBUTION in canonical JSON (RM common, "Change control"): references to its versions, and its audit. */
export function contributionObject(contribution: {
  readonly contributionId: string;
  readonly audit: string;
  readonly timeCommitted: number;
  readonly versions: readonly ContributionVersionRef[];
}): JsonObject {
  return {
    _type: 'CONTRIBUTION',
    uid: { _type: 'HIER_OBJECT_ID', value: contribution.contributionId },
    versions: contribution.versions.map((version) => ({
      _type: 'OBJECT_REF',
      id: { _type: 'OBJECT_VERSION_ID', value: formatVersionUid(version) },
      namespace: 'local',
      type: version.kind,
    })),
    audit: auditDetails(parseDocument(contribution.audit), contribution.timeCommitted),
  };
}
