import type { RmRule } from '../rule.ts';
import { attributeInvariant, invariant, notEmpty, objectOf, textOf } from './invariant.ts';

const EHR_SCHEME = /^ehr:/i;
const PERIODIC = new Set(['HL7:PIVL', 'HL7:EIVL']);

/** openEHR RM, Data Types, packages basic, uri and time_specification. */
export const basicRules: readonly RmRule[] = [
  // DV_IDENTIFIER: Id_valid.
  notEmpty('DV_IDENTIFIER', 'id'),
  // DV_URI: Value_valid. A scheme is not asked for: addresses such as www.iana.org are common in data.
  notEmpty('DV_URI', 'value'),
  // DV_EHR_URI: Scheme_valid.
  attributeInvariant(
    'DV_EHR_URI',
    'value',
    'ehr_scheme_missing',
    (uri) => EHR_SCHEME.test(textOf(uri, 'value') ?? ''),
    'A DV_EHR_URI must have the scheme ehr, as in ehr:/….',
  ),
  // DV_PERIODIC_TIME_SPECIFICATION and DV_GENERAL_TIME_SPECIFICATION: Value_valid.
  invariant(
    'DV_PERIODIC_TIME_SPECIFICATION',
    'formalism_unknown',
    (object) => PERIODIC.has(textOf(objectOf(object, 'value'), 'formalism') ?? ''),
    'The formalism of a DV_PERIODIC_TIME_SPECIFICATION must be HL7:PIVL or HL7:EIVL.',
    '/value/formalism',
  ),
  invariant(
    'DV_GENERAL_TIME_SPECIFICATION',
    'formalism_unknown',
    (object) => textOf(objectOf(object, 'value'), 'formalism') === 'HL7:GTS',
    'The formalism of a DV_GENERAL_TIME_SPECIFICATION must be HL7:GTS.',
    '/value/formalism',
  ),
];
