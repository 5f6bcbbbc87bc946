import { useMediaQuery } from '#web/lib/media-query.ts'
import { storedFlag, useStoredFlag } from '#web/lib/stored-flag.ts'

const isDarkTheme = storedFlag('isDarkTheme')

/** Dark or light as the user chose, or as the system prefers until they have. */
export function useThemeChoice(): { isDark: boolean; choose: (isDark: boolean) => void } {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
  const chosen = useStoredFlag(isDarkTheme)
  return { isDark: chosen ?? isSystemDark, choose: isDarkTheme.write }
}
