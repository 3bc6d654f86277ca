import type { JsonNumber, JsonObject } from '../json/value.ts';
import type { rmTable } from './table/index.ts';

// The TypeScript types of the reference model, computed from the table. The helpers that are not exported take any type
// argument and yield `never` for what is no class: constraints on them would make the compiler forty times slower.

type Table = typeof rmTable;

/** Values without attributes, as they appear in canonical JSON. */
export interface RmPrimitives {
  readonly String: string;
  /** One character. */
  readonly Character: string;
  readonly Boolean: boolean;
  readonly Integer: JsonNumber;
  readonly Real: JsonNumber;
  /** Bytes as base64 text. */
  readonly Octets: string;
  readonly Iso8601Date: string;
  readonly Iso8601Time: string;
  readonly Iso8601DateTime: string;
  readonly Iso8601Duration: string;
  /** An object whose class the model leaves open. */
  readonly AnyObject: JsonObject;
}

/** Every class of the reference model, the abstract ones included. */
export type RmClassName = keyof Table;

type Fact<C> = C extends RmClassName ? Table[C] : never;

/** The classes that objects have. */
export type RmConcreteName = {
  [C in RmClassName]: Fact<C> extends { readonly abstract: true } ? never : C;
}[RmClassName];

type ParentOf<C> = Fact<C> extends { readonly is: infer P } ? P : never;
type Lineage<C> = C extends RmClassName ? C | Lineage<ParentOf<C>> : never;

/** The concrete classes that may stand where `T` is declared. */
export type RmSubtypeName<T> = {
  [C in RmConcreteName]: T extends Lineage<C> ? C : never;
}[RmConcreteName];

type OwnAttributes<C> = Fact<C> extends { readonly attributes: infer A } ? A : unknown;
/** Types of all attributes of a class, in the notation of the table. */
type AttributesOf<C> = [ParentOf<C>] extends [never]
  ? OwnAttributes<C>
  : OwnAttributes<C> & Omit<AttributesOf<ParentOf<C>>, keyof OwnAttributes<C>>;

type Single<T> = T extends keyof RmPrimitives ? RmPrimitives[T] : RmType<T>;
type Value<A> = A extends `@${infer T}` | `${infer T}?`
  ? Single<T>
  : A extends `${infer T}*` | `${infer T}+`
    ? readonly Single<T>[]
    : Single<A>;

type OptionalNames<A> = { [N in keyof A]: A[N] extends `${string}?` | `${string}*` ? N : never }[keyof A];
type Attributes<A> = { readonly [N in Exclude<keyof A, OptionalNames<A>>]: Value<A[N]> } & {
  readonly [N in OptionalNames<A>]?: Value<A[N]> | undefined;
};

/** An object of exactly the concrete class `C`, as canonical JSON. */
export type RmObject<C> = { readonly _type?: C | undefined } & Attributes<AttributesOf<C>>;

/** What may stand where `T` is declared: an object of `T` or of a subtype; `_type` is mandatory on a subtype. */
export type RmType<T> = {
  [C in RmSubtypeName<T>]: C extends T ? RmObject<C> : RmObject<C> & { readonly _type: C };
}[RmSubtypeName<T>];
