import type { JsonNumber, JsonObject, JsonValue } from '../../json/value.ts';
import { isJsonNumber, isJsonObject } from '../../json/value.ts';
import type { RmRule } from '../rule.ts';

/**
 * A rule with a single finding: `message`, about what is `at` below the object, wherever the invariant does not hold.
 */
export const invariant = (
  rmClass: string,
  code: string,
  holds: (object: JsonObject) => boolean,
  message: string,
  at = '',
): RmRule => ({ rmClass, code, check: checkOf(code, holds, message, at) });

/** An {@link invariant} that only an object with this attribute can break. */
export const attributeInvariant = (
  rmClass: string,
  attribute: string,
  code: string,
  holds: (object: JsonObject) => boolean,
  message: string,
  at = `/${attribute}`,
): RmRule => ({ rmClass, attribute, code, check: checkOf(code, holds, message, at) });

const checkOf =
  (code: string, holds: (object: JsonObject) => boolean, message: string, at: string): RmRule['check'] =>
  (object, report) => {
    if (!holds(object)) report(code, message, at);
  };

/** A text attribute that must not be empty where it is present. */
export const notEmpty = (rmClass: string, attribute: string): RmRule =>
  attributeInvariant(
    rmClass,
    attribute,
    'empty_text',
    (object) => object[attribute] !== '',
    `${rmClass}.${attribute} must not be empty.`,
  );

/*
 * Attributes by their type. A rule sees sound objects only, so `undefined` means that the attribute is absent.
 */

export function textOf(object: JsonObject | undefined, attribute: string): string | undefined {
  const value = object?.[attribute];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(object: JsonObject, attribute: string): JsonNumber | undefined {
  const value = object[attribute];
  return isJsonNumber(value) ? value : undefined;
}

export function objectOf(object: JsonObject | undefined, attribute: string): JsonObject | undefined {
  const value = object?.[attribute];
  return isJsonObject(value) ? value : undefined;
}

const nothing: readonly JsonValue[] = [];

/** The members of a list attribute; none where it is absent. */
export function listOf(object: JsonObject, attribute: string): readonly JsonValue[] {
  const value = object[attribute];
  return Array.isArray(value) ? value : nothing;
}

/** `name/value` of a LOCATABLE. */
export const nameOf = (locatable: JsonValue): string | undefined =>
  isJsonObject(locatable) ? textOf(objectOf(locatable, 'name'), 'value') : undefined;
