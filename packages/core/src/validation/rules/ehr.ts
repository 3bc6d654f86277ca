import type { RmRule } from '../rule.ts';
import { attributeInvariant, listOf, nameOf, objectOf } from './invariant.ts';

/** openEHR RM, EHR, package ehr, and Common, package directory. */
export const ehrRules: readonly RmRule[] = [
  // EHR_STATUS.subject: whoever means the subject of the record without naming it writes a PARTY_SELF; an object that
  // is empty has lost its content.
  attributeInvariant(
    'EHR_STATUS',
    'subject',
    'subject_empty',
    (status) => Object.keys(objectOf(status, 'subject') ?? {}).length > 0,
    'EHR_STATUS.subject must not be an empty object: give it the _type PARTY_SELF or an external_ref.',
  ),
  // LOCATABLE.name and the section "Paths": paths through a directory are made of names, so siblings must differ.
  {
    rmClass: 'FOLDER',
    attribute: 'folders',
    code: 'folder_names_not_unique',
    check: (folder, report) => {
      const names = new Set<string | undefined>();
      for (const [index, name] of listOf(folder, 'folders').map(nameOf).entries()) {
        if (names.has(name)) {
          const message = 'Folders beside each other must have different names.';
          report('folder_names_not_unique', message, `/folders[${index}]/name`);
        }
        names.add(name);
      }
    },
  },
];
