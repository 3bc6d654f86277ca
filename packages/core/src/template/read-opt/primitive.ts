import { child, childrenOf } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import type { PrimitiveConstraint } from '../model.ts';
import { readInterval, readTextInterval } from './interval.ts';
import { flagOf, literalOf, numberOf, refuse, tokenOf, warn } from './reading.ts';
import type { Reading } from './reading.ts';

/**
 * Reads the `item` of a C_PRIMITIVE_OBJECT by its `xsi:type`: the `rm_type_name` beside it is spelled in too many ways.
 */
export function readPrimitive(reading: Reading, path: string, item: XmlElement): PrimitiveConstraint | undefined {
  const type = item.type?.name;
  switch (type) {
    case 'C_STRING':
      return readString(item);
    case 'C_BOOLEAN':
      return readBoolean(reading, path, item);
    case 'C_INTEGER':
      return readNumber(reading, path, item, 'integer');
    case 'C_REAL':
      return readNumber(reading, path, item, 'real');
    case 'C_DATE':
      return readTemporal(item, 'date');
    case 'C_TIME':
      return readTemporal(item, 'time');
    case 'C_DATE_TIME':
      return readTemporal(item, 'date-time');
    case 'C_DURATION':
      return { kind: 'duration', ...textConstraint(item) };
    default:
      refuse(reading, path, 'unknown_constraint', 'The type of a primitive constraint is missing or not known', item);
      return undefined;
  }
}

function readString(item: XmlElement): PrimitiveConstraint {
  const pattern = tokenOf(child(item, 'pattern'));
  const assumed = child(item, 'assumed_value');
  return {
    kind: 'string',
    list: childrenOf(item, 'list').map(literalOf),
    listOpen: flagOf(child(item, 'list_open')) ?? false,
    ...(pattern === undefined ? {} : { pattern }),
    ...(assumed === undefined ? {} : { assumed: literalOf(assumed) }),
  };
}

function readBoolean(reading: Reading, path: string, item: XmlElement): PrimitiveConstraint {
  const trueValid = flagOf(child(item, 'true_valid')) ?? true;
  const falseValid = flagOf(child(item, 'false_valid')) ?? true;
  const assumed = flagOf(child(item, 'assumed_value'));
  const neither = !trueValid && !falseValid;
  if (neither) warn(reading, path, 'a boolean that may be neither true nor false is read as unconstrained', item);
  return {
    kind: 'boolean',
    trueValid: trueValid || neither,
    falseValid: falseValid || neither,
    ...(assumed === undefined ? {} : { assumed }),
  };
}

function readNumber(reading: Reading, path: string, item: XmlElement, kind: 'integer' | 'real'): PrimitiveConstraint {
  const range = readInterval(reading, path, child(item, 'range'));
  const assumed = numberOf(reading, path, child(item, 'assumed_value'));
  return {
    kind,
    list: childrenOf(item, 'list').flatMap((entry) => numberOf(reading, path, entry) ?? []),
    ...(range === undefined ? {} : { range }),
    ...(assumed === undefined ? {} : { assumed }),
  };
}

/** VALIDITY_KIND of the AM. */
const TIMEZONE = { 1001: 'mandatory', 1002: 'optional', 1003: 'prohibited' } as const;

function readTemporal(item: XmlElement, kind: 'date' | 'time' | 'date-time'): PrimitiveConstraint {
  const validity = tokenOf(child(item, 'timezone_validity'));
  const timezone = validity === '1001' || validity === '1002' || validity === '1003' ? TIMEZONE[validity] : undefined;
  return { kind, ...textConstraint(item), ...(timezone === undefined ? {} : { timezone }) };
}

function textConstraint(item: XmlElement) {
  const pattern = tokenOf(child(item, 'pattern'));
  const range = readTextInterval(child(item, 'range'));
  const assumed = tokenOf(child(item, 'assumed_value'));
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...(range === undefined ? {} : { range }),
    ...(assumed === undefined ? {} : { assumed }),
  };
}
