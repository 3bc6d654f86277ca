export type { RmAttribute, RmClass, RmPrimitiveName } from './model.ts';
export { concreteSubtypes, isSubtype, rmAttribute, rmClass, rmClasses, typeOf } from './model.ts';
export type * from './types.ts';
