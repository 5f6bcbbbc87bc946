import { expect, it } from 'vitest'
import { RecordName } from './names.ts'

it.each([
  ['a control character', 'Ada\u0007x'],
  ['a zero byte', 'A\0da'],
  ['a line break', 'Ada\nLovelace'],
  ['a tab', 'Ada\tLovelace'],
  ['a line separator', 'Ada\u2028Lovelace'],
  ['half of a surrogate pair', 'Ada\ud83d'],
  ['a right-to-left override', 'invoice\u202Efdp.exe'],
  ['a right-to-left isolate', 'Ada\u2067b\u2069'],
  ['a right-to-left mark', 'Ada\u200Fb'],
  ['a zero-width space', 'Ad\u200Ba'],
  ['a word joiner', 'Ad\u2060a'],
  ['a soft hyphen', 'Ad\u00ADa'],
  ['a byte-order mark', 'Ad\uFEFFa'],
  ['a Hangul filler', 'Ad\u3164a'],
  ['a blank of Braille', 'Ad\u2800a'],
  ['a joiner that joins nothing', 'Ad\u200Da'],
  ['a non-joiner between Latin letters', 'Ad\u200Ca'],
  ['a sign for a picture after a letter', 'Ada\uFE0F'],
  ['a tag that is not seen', 'Ada\u{E0041}'],
])('a name has no %s', (_, name) => {
  const parsed = RecordName.safeParse(name)
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    'contains an invisible character. Type it instead of pasting it',
  ])
})

it.each([
  ['accents', 'Zoë Ångström'],
  ['Hebrew and Arabic letters', 'משרד ראשי · مكتب'],
  ['a Persian non-joiner', 'می\u200Cخواهم'],
  ['a joiner of Devanagari', 'क्\u200Dष'],
  ['a family of emoji', 'Team 👨\u200D👩\u200D👧'],
  ['a coloured heart and a key of a telephone', '❤\uFE0F 1\uFE0F\u20E3'],
  ['emoji with a skin colour and a joiner', '👩🏽\u200D⚕\uFE0F'],
  ['ideographs', '東京 本社'],
  ['a space that does not break', 'Ada\u00A0Lovelace'],
])('a name may have %s', (_, name) => {
  expect(RecordName.parse(name)).toBe(name)
})
