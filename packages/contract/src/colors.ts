/** Every colour of the portal is defined in this file. */
export interface Colors {
  page: string
  panel: string
  /** Background of what lies over the page: menus, dialogs. */
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
  /** Backgrounds and borders of messages. */
  betterSoft: string
  worseSoft: string
  worseEdge: string
  warnSoft: string
  /** Text on `warnSoft`, where `missed` would be hard to read. */
  warnText: string
  /** Background of hovered elements and skeletons. */
  fill: string
  control: string
  heatLow: string
  scrim: string
  /** Cameras need a QR code dark on light, in both themes. */
  qrInk: string
  qrGround: string
  /** Of all series together that have no colour of their own. */
  others: string
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
  warnText: '#ad4e00',
  fill: '#f0f3f7',
  control: '#cbd3df',
  heatLow: '#f0f4fb',
  scrim: 'rgb(27 36 48 / 45%)',
  qrInk: '#000000',
  qrGround: '#ffffff',
  others: '#8a94a6',
  series: [
    '#1d5fd1',
    '#0f8b8d',
    '#8a5cc2',
    '#d9730d',
    '#4a5a70',
    '#b23a6f',
    '#5f8a1f',
    '#8a5a34',
    '#2b93c9',
    '#a88700',
  ],
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
  warnText: '#f0954a',
  fill: '#1e2530',
  control: '#3a4658',
  heatLow: '#1b222c',
  scrim: 'rgb(0 0 0 / 60%)',
  qrInk: '#000000',
  qrGround: '#ffffff',
  others: '#69758a',
  series: [
    '#5b93f5',
    '#3fb8b0',
    '#b08ae6',
    '#f0954a',
    '#8fa0b8',
    '#e277a8',
    '#9bc35a',
    '#c79a6f',
    '#86d2f2',
    '#e0c04c',
  ],
}

/** Arial, or a font of the same widths where it is missing. */
export const fontFamily = "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif"

export function colorsOf(isDark: boolean): Colors {
  return isDark ? dark : light
}
