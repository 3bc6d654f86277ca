import type { JsonObject, JsonValue } from '../../json/value.ts';
import { isJsonObject } from '../../json/value.ts';
import type { RmRule } from '../rule.ts';
import { groupRule } from './codes.ts';
import { attributeInvariant, invariant, listOf, nameOf } from './invariant.ts';

const isElement = (item: JsonValue): boolean => isJsonObject(item) && item['_type'] === 'ELEMENT';

const itemsOf = (row: JsonValue): readonly JsonValue[] => (isJsonObject(row) ? listOf(row, 'items') : []);

function rowsAreAlike(table: JsonObject): boolean {
  const [first, ...others] = listOf(table, 'rows').map((row) => itemsOf(row).map(nameOf));
  return others.every((row) => row.length === first?.length && row.every((name, i) => name === first[i]));
}

/** openEHR RM, Data Structures. */
export const structureRules: readonly RmRule[] = [
  // ELEMENT: Inv_is_null_valid, Inv_null_flavour_indicated.
  invariant(
    'ELEMENT',
    'value_or_null_flavour',
    (element) => (element['value'] === undefined) !== (element['null_flavour'] === undefined),
    'An ELEMENT must have either a value or a null_flavour, and not both.',
  ),
  // ELEMENT: Inv_null_flavour_valid.
  groupRule('ELEMENT', 'null_flavour', 'null_flavours', 'example'),
  // ELEMENT: Inv_null_reason_valid.
  attributeInvariant(
    'ELEMENT',
    'null_reason',
    'null_reason_without_null',
    (element) => element['value'] === undefined,
    'An ELEMENT with a value must not have a null_reason.',
  ),
  // HISTORY: Events_valid.
  invariant(
    'HISTORY',
    'history_empty',
    (history) => history['summary'] !== undefined || listOf(history, 'events').length > 0,
    'A HISTORY must have at least one event, or a summary.',
  ),
  // INTERVAL_EVENT: Math_function_validity.
  groupRule('INTERVAL_EVENT', 'math_function', 'event_math_function', 'example'),
  // ITEM_TABLE: Valid_structure.
  attributeInvariant(
    'ITEM_TABLE',
    'rows',
    'table_cell_no_element',
    (table) => listOf(table, 'rows').every((row) => itemsOf(row).every(isElement)),
    'The rows of an ITEM_TABLE must hold ELEMENTs only.',
  ),
  // ITEM_TABLE: all rows have the same columns (class description).
  attributeInvariant(
    'ITEM_TABLE',
    'rows',
    'table_rows_differ',
    rowsAreAlike,
    'All rows of an ITEM_TABLE must have the same number of ELEMENTs with the same names in the same order.',
  ),
];
