export type { RmAttribute, RmClass, RmPrimitiveName } from './model.ts';
export { concreteSubtypes, isSubtype, rmAttribute, rmClass, rmClasses, typeOf } from './model.ts';
export { createRoutes, type Routes } from './routes.ts';
export type * from './types.ts';
