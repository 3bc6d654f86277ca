/** Whether tests are to run on PostgreSQL, as far as the environment variable STORES says. */
export const postgresWanted = process.env['STORES']?.split(',').includes('postgres') ?? true;
