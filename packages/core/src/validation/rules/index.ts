import type { RmRule } from '../rule.ts';
import { archetypedRules } from './archetyped.ts';
import { basicRules } from './basic.ts';
import { compositionRules } from './composition.ts';
import { dateTimeRules } from './date-time.ts';
import { ehrRules } from './ehr.ts';
import { encapsulatedRules } from './encapsulated.ts';
import { entryRules } from './entry.ts';
import { genericRules } from './generic.ts';
import { identifierRules } from './identifiers.ts';
import { intervalRules } from './intervals.ts';
import { quantityRules } from './quantity.ts';
import { structureRules } from './structures.ts';
import { textRules } from './text.ts';

/** The invariants of the reference model, package by package from the data types upwards. */
export const rmRules: readonly RmRule[] = [
  ...identifierRules,
  ...basicRules,
  ...textRules,
  ...quantityRules,
  ...intervalRules,
  ...dateTimeRules,
  ...encapsulatedRules,
  ...archetypedRules,
  ...genericRules,
  ...structureRules,
  ...compositionRules,
  ...entryRules,
  ...ehrRules,
];
