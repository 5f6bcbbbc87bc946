import { describe, expect, it } from 'vitest'
import { defaultNumberRules } from '../keeping/number-rules.ts'
import { RedactionPlanner } from './redaction-planner.ts'
import { findRedactedSpans, maskTurns } from './redaction.ts'
import { readWebVtt, type Turn } from '../speech/transcript.ts'

const turns = [
  { speaker: 'agent', start: 0, end: 4, text: 'Your card number please' },
  {
    speaker: 'caller',
    start: 5,
    end: 12,
    text: 'It is 4111 1111 1111 1111 thanks',
    words: [
      { start: 5, end: 5.2, text: 'It' },
      { start: 5.2, end: 5.5, text: 'is' },
      { start: 6, end: 7, text: '4111' },
      { start: 7.5, end: 8, text: '1111' },
      { start: 8.4, end: 9, text: '1111' },
      { start: 9.2, end: 10, text: '1111' },
      { start: 11.5, end: 12, text: 'thanks' },
    ],
  },
  { speaker: 'caller', start: 20, end: 25, text: 'My account number is 00458812' },
]

type Word = NonNullable<Turn['words']>[number]

describe('findRedactedSpans', () => {
  it('takes the time of the words where it is known, else the whole turn', () => {
    expect(findRedactedSpans({ duration: 60, keyTones: [], turns, pauses: [] })).toEqual([
      { start: 5.6, end: 10.4, kind: 'card' },
      { start: 19.6, end: 25.4, kind: 'account' },
    ])
  })

  it('silences a turn as a whole, however long it is and whatever pauses are in it', () => {
    const digits = (group: string) => `${group} ${'and so on '.repeat(30)}`
    const text = `My card number is ${['4111', '1111', '1111', '1111'].map(digits).join('')}`
    const long = [{ speaker: 'caller', start: 10, end: 310, text }]
    expect(findRedactedSpans({ duration: 400, keyTones: [], turns: long, pauses: [] })).toEqual([
      { start: 9.6, end: 310.4, kind: 'card' },
    ])
  })

  it('begins earlier and ends later where a turn is shorter than its words take, or the transcript ends after the sound', () => {
    const short = [
      { speaker: 'caller', start: 30, end: 30.5, text: '4111 1111 1111 1111' },
      { speaker: 'agent', start: 60.5, end: 61, text: 'Thank you' },
    ]
    const [span] = findRedactedSpans({ duration: 60, keyTones: [], turns: short, pauses: [] })
    // Sixteen figures take 3.2 s at least.
    expect([span?.start.toFixed(1), span?.end.toFixed(1)]).toEqual(['25.9', '33.6'])
  })

  it.each<[string, (word: Word, at: number) => Word | undefined]>([
    ['in milliseconds', ({ start, end, text }) => ({ start: start * 1000, end: end * 1000, text })],
    ['that are all the same', ({ text }) => ({ start: 5, end: 5, text })],
    ['of which one goes back', (word, at) => (at === 3 ? { ...word, start: 5.3, end: 5.4 } : word)],
    ['that leave out a part of the number', (word, at) => (at === 3 ? undefined : word)],
  ])('takes no times of words %s', (_, altered) => {
    const [, turn] = turns
    const words = turn?.words?.flatMap((word, at) => altered(word, at) ?? [])
    const timed = [{ speaker: 'caller', start: 5, end: 12, text: turn?.text ?? '', words }]
    expect(findRedactedSpans({ duration: 60, keyTones: [], turns: timed, pauses: [] })).toEqual([
      { start: 4.6, end: 12.4, kind: 'card' },
    ])
  })

  it('joins keys pressed one after the other, and ends where the recording does', () => {
    const keyTones = [
      { key: '4', start: 30, end: 30.1 },
      { key: '1', start: 30.9, end: 31 },
      { key: '1', start: 59.8, end: 59.95 },
    ]
    expect(
      findRedactedSpans({ duration: 60, keyTones, turns: [], pauses: [{ start: 50, end: 99 }] }),
    ).toEqual([
      { start: 29.9, end: 31.1, kind: 'keys' },
      { start: 50, end: 60, kind: 'pause' },
      { start: 59.699999999999996, end: 60, kind: 'keys' },
    ])
  })
})

describe('maskTurns', () => {
  it('hides what is found, and whole turns where somebody cut the sound', () => {
    expect(maskTurns(turns, [{ start: 3, end: 3.5, kind: 'hand' }]).map((turn) => turn.text)).toEqual([
      '•••',
      'It is ••• thanks',
      'My account number is •••',
    ])
  })

  it('hides turns that are said while the recorder pauses, and no others', () => {
    const pause = { start: 11, end: 20, kind: 'pause' } as const
    expect(maskTurns(turns, [pause]).map((turn) => turn.text)).toEqual([
      'Your card number please',
      '•••',
      'My account number is •••',
    ])
  })

  it('masks a range the same however long it is, and however its digits are divided', () => {
    const codes = ['9 1 2', 'nine one seven', '912', 'three, uh, 33-3']
    for (const code of codes)
      expect(maskTurns([{ speaker: '', start: 0, end: 1, text: `The CVV is ${code}.` }], [])[0]?.text).toBe(
        'The CVV is •••.',
      )
  })

  it('masks ranges with only signs between them as one, and others one by one', () => {
    const text = '41 - 42, then 43'
    const found = [0, 5, 14].map((from) => ({ turn: 0, from, to: from + 2, kind: 'card' as const }))
    expect(maskTurns([{ speaker: '', start: 0, end: 1, text }], [], found)[0]?.text).toBe('•••, then •••')
  })

  it('gives no times of single words', () => {
    expect(maskTurns(turns, [])[1]).not.toHaveProperty('words')
  })
})

describe('a long transcript', () => {
  // Of many speakers, whose numbers go through each other.
  const long = Array.from({ length: 20_000 }, (_, at) => ({
    speaker: `${at % 1250}`,
    start: 0,
    end: 1,
    text: `${at < 1250 ? 4 : 1} card one one one one one one`,
  }))
  const taskOf = (said: typeof long) => ({
    evidence: { duration: 1, keyTones: [], turns: said, pauses: [] },
    earlier: [],
    rules: defaultNumberRules,
  })

  it('is looked through while the portal goes on', async () => {
    const planner = new RedactionPlanner()
    let rounds = 0
    const counting = setInterval(() => (rounds += 1), 1)
    const { spans, transcript } = await planner.plan(taskOf(long))
    clearInterval(counting)
    await planner.close()
    expect([spans.map(({ kind }) => kind), transcript.length]).toEqual([['card'], long.length])
    expect(rounds).toBeGreaterThan(20)
  })

  it.each([
    ['digits', '4 '.repeat(500_000)],
    ['names of numbers', 'last little three digits on '.repeat(37_000)],
  ])('is looked through when it is one turn of a million characters, of %s', async (_, text) => {
    const planner = new RedactionPlanner()
    const { transcript } = await planner.plan(taskOf([{ speaker: 'caller', start: 0, end: 1, text }]))
    await planner.close()
    expect(transcript).toHaveLength(1)
  })

  it('is given up when it takes too long, and the next one is looked through', async () => {
    const hasty = new RedactionPlanner({ stopAfterMs: 300 })
    const longer = Array.from({ length: 20 }, () => long).flat()
    await expect(hasty.plan(taskOf(longer))).rejects.toMatchObject({ kind: 'tooLong' })
    await expect
      .poll(async () => (await hasty.plan(taskOf([])).catch(() => undefined))?.transcript)
      .toEqual([])
    await hasty.close()
  })
})

describe('readWebVtt', () => {
  it('reads cues, speakers and entities', () => {
    const text = [
      'WEBVTT call',
      '',
      'NOTE made by hand',
      '',
      '1',
      '00:01.000 --> 00:02.500 align:start',
      '<v.loud Anna>Salt &amp; <i>pepper</i>',
      'on two lines',
      '',
      '01:00:00.000 --> 01:00:01.000',
      'Agent: Hello',
    ].join('\r\n')
    expect(readWebVtt(text)).toEqual([
      { start: 1, end: 2.5, speaker: 'Anna', text: 'Salt & pepper on two lines' },
      { start: 3600, end: 3601, speaker: 'Agent', text: 'Hello' },
    ])
  })

  it.each(['<', '<a', '<v ', '<v  ', 'a: '])('reads a million characters of %j', (part) => {
    const said = part.repeat(Math.floor(1_000_000 / part.length))
    expect(() => readWebVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${said}`)).toThrow(/a text that cannot be/)
  })

  it.each(['', 'SRT', 'WEBVTTX', 'WEBVTT\n\n00:05.000 --> 00:01.000\nbackwards'])('refuses %j', (text) => {
    expect(() => readWebVtt(text)).toThrow(/WebVTT/)
  })
})
