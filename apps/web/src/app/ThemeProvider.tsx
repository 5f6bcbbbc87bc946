import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { paintDocument } from '#web/app/colors.ts'
import { styleNonce } from '#web/lib/style-nonce.ts'
import { useThemeChoice } from '#web/lib/theme-choice.ts'
import { buildTheme } from '#web/app/theme.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { PaletteContext } from '#web/ui/charts/palette.ts'

// An error that has several descriptions has each on a line of its own.
const lines = { whiteSpace: 'pre-line' } as const

/** Above the player, and above the buttons at the foot of a drawer. What closes by itself says so: see `Closing`. */
const aboveFoot = { bottom: 80, placement: 'bottomRight', duration: false } as const

interface ThemeProviderProps {
  children: ReactNode
}

/** Ant Design and our own style sheets in the chosen theme. */
export function ThemeProvider({ children }: ThemeProviderProps) {
  const { isDark: isDarkChosen } = useThemeChoice()
  // Paper is light.
  const isPrinted = useMediaQuery('print')
  const isDark = isDarkChosen && !isPrinted
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => buildTheme(isDark), [isDark])
  // The style sheet removes all motion; Ant Design must not wait for its own to end.
  const antd = useMemo(
    () => ({ ...theme.antd, token: { ...theme.antd.token, motion: !isMotionReduced } }),
    [theme, isMotionReduced],
  )
  useLayoutEffect(() => paintDocument(isDark), [isDark])
  return (
    <ConfigProvider
      theme={antd}
      csp={styleNonce === undefined ? {} : { nonce: styleNonce }}
      renderEmpty={() => <NoItems />}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      notification={{ styles: { title: lines, description: lines } }}
    >
      <PaletteContext value={theme.palette}>
        <App notification={aboveFoot}>{children}</App>
      </PaletteContext>
    </ConfigProvider>
  )
}
