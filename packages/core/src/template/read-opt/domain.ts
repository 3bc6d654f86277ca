import { child, childrenOf } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import type { CCodePhrase, CDvOrdinal, CDvQuantity, CDvState, CodeRef } from '../model.ts';
import { readInterval } from './interval.ts';
import { numberOf, tokenOf } from './reading.ts';
import type { Reading } from './reading.ts';

/** What every C_OBJECT has, read by the caller. */
type Base = Pick<CCodePhrase, 'rmType' | 'occurrences' | 'nodeId'>;

/** A CODE_PHRASE; without terminology it is a code of the archetype. Undefined where it holds no code. */
export function readCode(element: XmlElement | undefined): CodeRef | undefined {
  const code = element && tokenOf(child(element, 'code_string'));
  if (code === undefined) return undefined;
  return { terminologyId: readTerminologyId(element) ?? 'local', code };
}

function readTerminologyId(element: XmlElement | undefined): string | undefined {
  const id = element && child(element, 'terminology_id');
  return id && tokenOf(child(id, 'value'));
}

/** C_CODE_PHRASE and C_CODE_REFERENCE. */
export function readCodePhrase(base: Base, element: XmlElement): CCodePhrase {
  const referenceSetUri = tokenOf(child(element, 'referenceSetUri'));
  const assumed = readCode(child(element, 'assumed_value'));
  return {
    kind: 'code-phrase',
    ...base,
    terminologyId: readTerminologyId(element),
    codes: childrenOf(element, 'code_list').flatMap((code) => tokenOf(code) ?? []),
    ...(referenceSetUri === undefined ? {} : { referenceSetUri }),
    ...(assumed === undefined ? {} : { assumed }),
  };
}

export function readQuantity(reading: Reading, path: string, base: Base, element: XmlElement): CDvQuantity {
  const assumed = readAssumedQuantity(reading, path, child(element, 'assumed_value'));
  return {
    kind: 'quantity',
    ...base,
    property: readCode(child(element, 'property')),
    list: childrenOf(element, 'list').map((entry) => {
      const magnitude = readInterval(reading, path, child(entry, 'magnitude'));
      const precision = readInterval(reading, path, child(entry, 'precision'));
      return {
        units: tokenOf(child(entry, 'units')) ?? '',
        ...(magnitude === undefined ? {} : { magnitude }),
        ...(precision === undefined ? {} : { precision }),
      };
    }),
    ...(assumed === undefined ? {} : { assumed }),
  };
}

function readAssumedQuantity(reading: Reading, path: string, element: XmlElement | undefined): CDvQuantity['assumed'] {
  if (element === undefined) return undefined;
  const magnitude = numberOf(reading, path, child(element, 'magnitude'));
  const units = tokenOf(child(element, 'units'));
  if (magnitude === undefined || units === undefined) return undefined;
  const precision = numberOf(reading, path, child(element, 'precision'));
  return { magnitude, units, ...(precision === undefined ? {} : { precision }) };
}

/** C_DV_ORDINAL and C_DV_SCALE. */
export function readOrdinal(
  reading: Reading,
  path: string,
  base: Base,
  element: XmlElement,
  kind: CDvOrdinal['kind'],
): CDvOrdinal {
  const assumed = readStep(reading, path, child(element, 'assumed_value'));
  return {
    kind,
    ...base,
    list: childrenOf(element, 'list').flatMap((entry) => readStep(reading, path, entry) ?? []),
    ...(assumed === undefined ? {} : { assumed }),
  };
}

function readStep(reading: Reading, path: string, element: XmlElement | undefined): CDvOrdinal['assumed'] {
  if (element === undefined) return undefined;
  const value = numberOf(reading, path, child(element, 'value'));
  const text = child(element, 'symbol');
  const symbol = readCode(text && child(text, 'defining_code'));
  return value === undefined || symbol === undefined ? undefined : { value, symbol };
}

/** C_DV_STATE: a state machine, of which the names of the states bind data. */
export function readState(base: Base, element: XmlElement): CDvState {
  const machine = child(element, 'value');
  const states = machine === undefined ? [] : childrenOf(machine, 'states');
  return { kind: 'state', ...base, states: states.flatMap((state) => tokenOf(child(state, 'name')) ?? []) };
}
