import type { JsonValue } from '../../json/value.ts';
import type { Multiplicity } from '../../template/model.ts';
import type { NameTest } from './name.ts';
import type { Check } from './run.ts';
import type { SlotTest } from './slot.ts';

/** A compiled C_OBJECT: what identifies a value as meant by it, and what it then demands. */
export interface Node {
  /** `ELEMENT[at0004]`: how findings name it. */
  readonly label: string;
  /** RM type without generic parameters. */
  readonly rmType: string;
  /** Whether a value is of the type; `declaredType` stands for an absent `_type`. */
  readonly accepts: (value: JsonValue, declaredType: string) => boolean;
  /** At-code or archetype id that a LOCATABLE must carry; empty: any. */
  readonly nodeId: string;
  /** The names that a LOCATABLE may have; undefined: any. */
  readonly name: NameTest | undefined;
  readonly occurrences: Multiplicity;
  /** Present on an ARCHETYPE_SLOT: which archetypes may fill it. */
  readonly slot: SlotTest | undefined;
  /** Everything about an accepted value but its node id, its name and how often it occurs; undefined: nothing more. */
  readonly check: Check | undefined;
}
