import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useThemeChoice } from '#web/lib/theme-choice.ts'

beforeEach(() => localStorage.clear())

function preferred(isDark: boolean) {
  const list = { matches: isDark, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => list)
  return renderHook(useThemeChoice).result
}

it.each([true, false])(
  'the theme is as the system prefers until somebody chooses: dark %s',
  (isSystemDark) => {
    const theme = preferred(isSystemDark)
    expect(theme.current.isDark).toBe(isSystemDark)
    act(() => theme.current.choose(!isSystemDark))
    expect(theme.current.isDark).toBe(!isSystemDark)
  },
)

it('the theme follows what another tab chooses, and forgets', () => {
  const theme = preferred(false)
  const hear = (key: string | null) =>
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key }))
    })
  localStorage.setItem('isDarkTheme', 'true')
  hear('isDarkTheme')
  expect(theme.current.isDark).toBe(true)
  localStorage.clear()
  // Of everything at once.
  hear(null)
  expect(theme.current.isDark).toBe(false)
})
