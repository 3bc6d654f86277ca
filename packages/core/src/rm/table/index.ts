import { common } from './common.ts';
import { dataStructures } from './data-structures.ts';
import { dataTypes } from './data-types.ts';
import { demographic } from './demographic.ts';
import { ehr } from './ehr.ts';
import { support } from './support.ts';

export type { ClassFact } from './fact.ts';

/**
 * The openEHR reference model, releases 1.0.1 to 1.1.0 as one: every class and attribute that any of them has.
 * What a release made optional is optional here. Sources: the published BMM, XML schemas and JSON schemas.
 */
export const rmTable = { ...support, ...dataTypes, ...dataStructures, ...common, ...ehr, ...demographic };
