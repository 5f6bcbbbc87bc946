import type { ClickhouseMigration } from '#server/db/clickhouse-migrations.ts'
import { calls } from './0001-calls.ts'

export const clickhouseMigrations: readonly ClickhouseMigration[] = [calls]
