import type { Settings } from '../../db/settings.ts'

/** Whether a setting demands a second factor of this user. Who signs in elsewhere has it there. */
export function demandsTwoFactor(
  user: { is_admin: boolean; login_provider: string },
  settings: Pick<Settings, 'twoFactor'>,
): boolean {
  if (user.login_provider !== 'local') return false
  return settings.twoFactor === 'all' || (settings.twoFactor === 'admins' && user.is_admin)
}
