/** What random queries are made of. */

/** Stand for the first EHR that is filed, and for its subject. */
export const SOME_EHR = 'a4b1c07e-0000-4000-8000-000000000001';
export const SOME_SUBJECT = 'some-subject';

/** From an observation to its ELEMENTs and CLUSTERs. */
export const ITEMS = 'data[at0001]/events[at0006]/data[at0003]/items';

/** As a text of AQL. */
export const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`;
