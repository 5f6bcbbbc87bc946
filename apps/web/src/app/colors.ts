import { colorsOf, type Colors, fontFamily } from '@callboard/contract/colors'

/** Makes the colours available to our own style sheets. */
export function paintDocument(isDark: boolean): void {
  const { style } = document.documentElement
  style.colorScheme = isDark ? 'dark' : 'light'
  for (const [name, value] of Object.entries(variablesOf(colorsOf(isDark)))) style.setProperty(name, value)
}

function variablesOf(colors: Colors): Readonly<Record<`--cb-${string}`, string>> {
  return {
    '--cb-page': colors.page,
    '--cb-panel': colors.panel,
    '--cb-line': colors.line,
    '--cb-text': colors.text,
    '--cb-quiet': colors.quiet,
    '--cb-primary': colors.primary,
    '--cb-primary-hover': colors.primaryHover,
    '--cb-answered': colors.primary,
    '--cb-answered-soft': colors.soft,
    '--cb-voicemail': colors.voicemail,
    '--cb-missed': colors.missed,
    '--cb-previous': colors.previous,
    '--cb-better': colors.better,
    '--cb-worse': colors.worse,
    '--cb-fill': colors.fill,
    '--cb-control': colors.control,
    '--cb-soft': colors.soft,
    '--cb-on-primary': colors.onPrimary,
    '--cb-warn-soft': colors.warnSoft,
    '--cb-worse-soft': colors.worseSoft,
    '--cb-worse-edge': colors.worseEdge,
    '--cb-better-soft': colors.betterSoft,
    '--cb-radius-panel': '8px',
    '--cb-radius-control': '6px',
    '--cb-font': fontFamily,
  }
}
