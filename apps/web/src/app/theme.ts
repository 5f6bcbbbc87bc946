import { theme, type ThemeConfig } from 'antd'
import type { Palette } from '#web/ui/palette.ts'

/** Every colour of the portal stands in this file. */
interface Colors {
  page: string
  panel: string
  /** Ground of what lies over the page: menus, dialogues. */
  elevated: string
  line: string
  text: string
  quiet: string
  primary: string
  primaryHover: string
  primaryActive: string
  /** Text on the primary colour. */
  onPrimary: string
  soft: string
  softHover: string
  missed: string
  voicemail: string
  previous: string
  better: string
  worse: string
  /** Grounds and edges of messages. */
  betterSoft: string
  worseSoft: string
  worseEdge: string
  warnSoft: string
  /** Ground of what is hovered, and of skeletons. */
  fill: string
  control: string
  heatLow: string
  scrim: string
  series: readonly string[]
}

const light: Colors = {
  page: '#f5f7fa',
  panel: '#ffffff',
  elevated: '#ffffff',
  line: '#e4e8ef',
  text: '#1b2430',
  quiet: '#5b6778',
  primary: '#1d5fd1',
  primaryHover: '#174fb0',
  primaryActive: '#123f8f',
  onPrimary: '#ffffff',
  soft: '#e8f0fd',
  softHover: '#d9e6fb',
  missed: '#d9730d',
  voicemail: '#8a94a6',
  previous: '#9aa5b5',
  better: '#1a7f4b',
  worse: '#b42318',
  betterSoft: '#e9f6ef',
  worseSoft: '#fdf1ef',
  worseEdge: '#f2c4bd',
  warnSoft: '#fdf3e7',
  fill: '#f0f3f7',
  control: '#cbd3df',
  heatLow: '#f0f4fb',
  scrim: 'rgb(27 36 48 / 45%)',
  series: ['#1d5fd1', '#0f8b8d', '#8a5cc2', '#d9730d', '#4a5a70', '#b23a6f', '#5f8a1f', '#8a94a6'],
}

const dark: Colors = {
  page: '#0e1319',
  panel: '#161c24',
  elevated: '#1d2530',
  line: '#283140',
  text: '#e6ebf2',
  quiet: '#93a0b2',
  primary: '#5b93f5',
  primaryHover: '#7aa8f8',
  primaryActive: '#8fb6fa',
  onPrimary: '#0e1319',
  soft: '#1b2a44',
  softHover: '#223556',
  missed: '#f0954a',
  voicemail: '#69758a',
  previous: '#66728a',
  better: '#4cc38a',
  worse: '#f97066',
  betterSoft: '#16291f',
  worseSoft: '#2b191a',
  worseEdge: '#5c2b29',
  warnSoft: '#2c2118',
  fill: '#1e2530',
  control: '#3a4658',
  heatLow: '#1b222c',
  scrim: 'rgb(0 0 0 / 60%)',
  series: ['#5b93f5', '#3fb8b0', '#b08ae6', '#f0954a', '#8fa0b8', '#e277a8', '#9bc35a', '#69758a'],
}

/** Arial, and faces of the same widths where it is missing. */
const fontFamily = "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif"

export interface PortalTheme {
  antd: ThemeConfig
  palette: Palette
  /** For our own style sheets. */
  variables: Readonly<Record<`--cb-${string}`, string>>
}

export function buildTheme(isDark: boolean): PortalTheme {
  const colors = isDark ? dark : light
  return { antd: antdTheme(colors, isDark), palette: paletteOf(colors), variables: variablesOf(colors) }
}

function antdTheme(colors: Colors, isDark: boolean): ThemeConfig {
  const base = isDark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    cssVar: { key: 'callboard', prefix: 'cb-ant' },
    hashed: false,
    token: {
      colorPrimary: colors.primary,
      colorInfo: colors.primary,
      colorLink: colors.primary,
      colorSuccess: colors.better,
      colorWarning: colors.missed,
      colorError: colors.worse,
      fontFamily,
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 8,
      colorTextHeading: colors.text,
      colorTextPlaceholder: colors.quiet,
      colorTextDescription: colors.quiet,
      colorTextLabel: colors.quiet,
      colorIcon: colors.quiet,
      colorSplit: colors.line,
      controlItemBgActive: colors.soft,
      controlItemBgActiveHover: colors.softHover,
      controlItemBgHover: colors.fill,
      controlOutline: colors.soft,
    },
    // Ant Design derives shades of its own from the seeds; these are the ones of the design, to the letter.
    algorithm: (seed, derived) => ({
      ...(derived ?? base(seed)),
      colorPrimary: colors.primary,
      colorPrimaryHover: colors.primaryHover,
      colorPrimaryActive: colors.primaryActive,
      colorPrimaryBg: colors.soft,
      colorPrimaryBgHover: colors.softHover,
      colorPrimaryText: colors.primary,
      colorPrimaryTextHover: colors.primaryHover,
      colorPrimaryTextActive: colors.primaryActive,
      colorPrimaryBorder: colors.primary,
      colorLink: colors.primary,
      colorLinkHover: colors.primaryHover,
      colorLinkActive: colors.primaryActive,
      colorSuccess: colors.better,
      colorWarning: colors.missed,
      colorError: colors.worse,
      colorErrorText: colors.worse,
      colorErrorBg: colors.worseSoft,
      colorErrorBorder: colors.worseEdge,
      colorSuccessBg: colors.betterSoft,
      colorWarningBg: colors.warnSoft,
      colorInfoBg: colors.soft,
      colorBgLayout: colors.page,
      colorBgContainer: colors.panel,
      colorBgElevated: colors.elevated,
      colorBgMask: colors.scrim,
      colorBorder: colors.control,
      colorBorderSecondary: colors.line,
      colorText: colors.text,
      colorTextSecondary: colors.quiet,
      colorTextTertiary: colors.quiet,
      colorTextQuaternary: colors.quiet,
      colorFillTertiary: colors.fill,
      colorFillQuaternary: colors.fill,
    }),
    components: componentTokens(colors),
  }
}

function componentTokens(colors: Colors): NonNullable<ThemeConfig['components']> {
  return {
    Button: {
      primaryColor: colors.onPrimary,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Menu: {
      itemBg: 'transparent',
      subMenuItemBg: 'transparent',
      itemColor: colors.text,
      itemHoverColor: colors.text,
      itemHoverBg: colors.fill,
      itemSelectedColor: colors.primary,
      itemSelectedBg: colors.soft,
      subMenuItemSelectedColor: colors.text,
      groupTitleColor: colors.quiet,
      groupTitleFontSize: 12,
      itemHeight: 36,
      itemBorderRadius: 6,
      itemMarginInline: 12,
      iconSize: 15,
      collapsedIconSize: 16,
      collapsedWidth: 63,
      activeBarBorderWidth: 0,
    },
    Table: {
      fontSize: 13.5,
      fontWeightStrong: 400,
      headerBg: 'transparent',
      headerColor: colors.quiet,
      headerSplitColor: 'transparent',
      headerSortActiveBg: colors.fill,
      headerSortHoverBg: colors.fill,
      bodySortBg: 'transparent',
      rowHoverBg: colors.fill,
      rowSelectedBg: colors.soft,
      rowSelectedHoverBg: colors.softHover,
      borderColor: colors.line,
      cellPaddingBlock: 9,
      cellPaddingInline: 12,
      cellPaddingBlockSM: 7,
      cellPaddingInlineSM: 10,
    },
    Tooltip: { colorBgSpotlight: colors.text, colorTextLightSolid: colors.panel },
    Avatar: { colorTextLightSolid: colors.primary, colorTextPlaceholder: colors.soft },
    Select: { optionSelectedBg: colors.soft },
    Skeleton: { gradientFromColor: colors.fill, gradientToColor: colors.line },
    Drawer: { footerPaddingBlock: 12 },
  }
}

function paletteOf(colors: Colors): Palette {
  return {
    page: colors.page,
    panel: colors.panel,
    line: colors.line,
    text: colors.text,
    quietText: colors.quiet,
    answered: colors.primary,
    answeredSoft: colors.soft,
    voicemail: colors.voicemail,
    missed: colors.missed,
    previous: colors.previous,
    better: colors.better,
    worse: colors.worse,
    heatLow: colors.heatLow,
    series: colors.series,
    fontFamily,
  }
}

function variablesOf(colors: Colors): PortalTheme['variables'] {
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
    '--cb-radius-panel': '8px',
    '--cb-radius-control': '6px',
    '--cb-font': fontFamily,
  }
}
