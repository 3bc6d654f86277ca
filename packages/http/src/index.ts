export { createApp, createManagementApp, type AppEnv, type AppOptions } from './app.ts';
export { hashPassword, type Authenticate, type Principal, type Role } from './auth/index.ts';
export { ConfigError, loadConfig, type Config } from './config/index.ts';
export { statusOf, type ErrorBody, type HttpErrorCode } from './errors/index.ts';
export { serve, type RunningServer, type ServeOptions } from './server/index.ts';
