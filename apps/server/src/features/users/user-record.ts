import type { ListedUser } from '@callboard/contract/manage-users'
import type { PortalUser, RoleAssignment, User } from '@callboard/contract/users'
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

type ListedRow = Selectable<UserTable> & { customer_name: string | null; role_names: string[] }

export function listedUserOf(row: ListedRow): ListedUser {
  return { ...userOf(row), customerName: row.customer_name, roleNames: row.role_names }
}

export function portalUserOf(
  row: Pick<Selectable<UserTable>, 'id' | 'user_name' | 'first_name' | 'last_name' | 'thumbnail_url'>,
): PortalUser {
  return {
    id: row.id,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    thumbnailUrl: row.thumbnail_url,
  }
}

interface AssignmentRow {
  role_id: string
  name: string
  start_at: Date | null
  expires_at: Date | null
}

export function assignmentOf(userId: string, row: AssignmentRow): RoleAssignment {
  return {
    userId,
    roleId: row.role_id,
    roleName: row.name,
    startDate: row.start_at?.toISOString() ?? null,
    expiryDate: row.expires_at?.toISOString() ?? null,
  }
}
