import type { User } from '@callboard/contract/users'

export function buildUser(changes: Partial<User> = {}): User {
  return {
    id: '01990000-0000-7000-8000-0000000000b1',
    userName: 'grace',
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: null,
    thumbnailUrl: null,
    timeZone: null,
    customerId: null,
    legacyReportingCid: null,
    loginProvider: 'local',
    isAdmin: false,
    isActive: true,
    isDeleted: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastLoginAt: null,
    revision: 3,
    ...changes,
  }
}
