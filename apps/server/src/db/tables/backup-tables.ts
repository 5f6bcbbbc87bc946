import type { ColumnType, Generated } from 'kysely'

/** Of a portal whose databases are on servers; one row. */
interface BackupStateTable {
  is_only: Generated<boolean>
  /** Known to the places of its backups. */
  portal_id: Generated<string>
  /** What became of the last one; JSON. */
  last: ColumnType<unknown, string, string>
}

export interface BackupTables {
  backup_state: BackupStateTable
}
