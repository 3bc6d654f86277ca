import { indexDocument } from '../../aql/indexing/index.ts';
import { stringifyJson } from '../../json/index.ts';
import type { JsonObject } from '../../json/value.ts';
import type { NewVersion } from '../../ports/store.ts';
import { systemId } from '../plans.ts';

/** The same version with this document, under its own uid, and its index rows. */
export function versionOf(version: NewVersion, data: JsonObject): NewVersion {
  const { document: _, index: __, ...rest } = version;
  const uid = { _type: 'OBJECT_VERSION_ID', value: `${version.objectId}::${systemId}::${version.number}` };
  const index = indexDocument({ ...data, uid }, version.kind);
  return { ...rest, document: stringifyJson({ ...data, uid }), ...(index && { index }) };
}
