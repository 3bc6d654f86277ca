/** ORIGINAL_VERSION (RM common, "Change control") out of what a store keeps of a version. */
import { CdrError } from '../errors.ts';
import { decodeUtf8, parseJson } from '../json/index.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import type { VersionRecord } from '../ports/store.ts';
import { auditDetails } from './audit.ts';
import { codeAsDvCodedText } from './codes.ts';
import { formatVersionUid } from './version-uid.ts';

/**
 * A stored document, or a stored audit: canonical JSON that Cairn wrote itself. `numbers`: `exact` for programs, `lexical`
 * where it goes out again as it was written.
 */
export function parseDocument(document: Uint8Array | string, numbers: 'exact' | 'lexical' = 'exact'): JsonObject {
  const value = parseJson(typeof document === 'string' ? document : decodeUtf8(document), { numbers });
  if (!isJsonObject(value)) throw new CdrError('store_corrupt', 'A stored document is not a JSON object');
  return value;
}

export const commitAudit = (version: VersionRecord): JsonObject =>
  auditDetails(parseDocument(version.audit), version.timeCommitted);

export const attestations = (version: VersionRecord): JsonObject[] =>
  version.attestations.map((one) => auditDetails(parseDocument(one.attestation), one.timeCommitted));

/**
 * `data` is the content of the version; undefined for a deletion. `precedingSystemId`: the system that made the version
 * before, where it was another than the one that made this.
 */
export function originalVersion(
  version: VersionRecord,
  data: JsonObject | undefined,
  precedingSystemId = version.systemId,
): JsonObject {
  const { number, signature } = version;
  const attested = attestations(version);
  return {
    _type: 'ORIGINAL_VERSION',
    uid: { _type: 'OBJECT_VERSION_ID', value: formatVersionUid(version) },
    ...(number > 1 && {
      preceding_version_uid: {
        _type: 'OBJECT_VERSION_ID',
        value: formatVersionUid({ ...version, systemId: precedingSystemId, number: number - 1 }),
      },
    }),
    contribution: {
      _type: 'OBJECT_REF',
      id: { _type: 'HIER_OBJECT_ID', value: version.contributionId },
      namespace: 'local',
      type: 'CONTRIBUTION',
    },
    ...(signature !== undefined && { signature }),
    commit_audit: commitAudit(version),
    ...(attested.length > 0 && { attestations: attested }),
    lifecycle_state: codeAsDvCodedText('lifecycle', version.lifecycleState),
    ...(data && { data }),
  };
}
