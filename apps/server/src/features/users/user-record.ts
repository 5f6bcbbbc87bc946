import type { User } from '@callboard/contract/users'
import type { Selectable } from 'kysely'
import type { UserTable } from '../../db/schema.ts'

export function userOf(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    userName: row.user_name,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    thumbnailUrl: row.thumbnail_url,
    timeZone: row.time_zone,
    customerId: row.customer_id,
    legacyReportingCid: row.legacy_reporting_cid,
    loginProvider: row.login_provider,
    isAdmin: row.is_admin,
    isActive: row.is_active,
    isDeleted: row.is_deleted,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    revision: row.revision,
  }
}
