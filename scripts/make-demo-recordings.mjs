// Speaks the conversations of the demo's recordings, apps/server/demo-sounds/conversations.json, into the files beside
// it. Run it after a change of them, with espeak-ng, sox and ffmpeg installed; the portal needs none of these.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const rate = 8000
const folder = join(
  import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  '../apps/server/demo-sounds',
)

const voices = {
  woman: ['-v', 'en-us+f3', '-s', '158', '-p', '52', '-g', '1'],
  man: ['-v', 'en-us+m3', '-s', '160', '-p', '42', '-g', '1'],
}
/** What a telephone lets through, at the loudness of a call. */
const telephone = ['highpass', '250', 'lowpass', '3400', 'compand', '0.01,0.2', '6:-70,-60,-18', 'norm', '-5']

const rows = [697, 770, 852, 941]
const columns = [1209, 1336, 1477]
const keys = '123456789*0#'

function speak(text, voice, work) {
  const said = join(work, 'said.wav')
  execFileSync('espeak-ng', [...voices[voice], '-w', said, spelled(text)])
  const sox = [
    said,
    '-t',
    'raw',
    '-e',
    'signed',
    '-b',
    '16',
    '-c',
    '1',
    '-r',
    String(rate),
    '-',
    ...telephone,
  ]
  return samplesOf(execFileSync('sox', sox, { maxBuffer: 1 << 27, stdio: ['ignore', 'pipe', 'ignore'] }))
}

function samplesOf(bytes) {
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
}

/** Long numbers are said digit by digit. */
function spelled(text) {
  return text.replaceAll(/\b\d{4,}\b|(?<=\b555 )\d+|\b555\b/g, (digits) => [...digits].join(' '))
}

/** Keys as somebody presses them who reads them from a card: in groups of four. */
function press(pressed) {
  const pieces = [...pressed].flatMap((key, at) => [tone(key), silence(at % 4 === 3 ? 0.45 : 0.12)])
  return joined(pieces)
}

function tone(key) {
  const at = keys.indexOf(key)
  const [row, column] = [rows[Math.floor(at / 3)], columns[at % 3]]
  return Int16Array.from({ length: rate * 0.14 }, (_, index) => {
    const angle = (2 * Math.PI * index) / rate
    return 5200 * (Math.sin(angle * row) + Math.sin(angle * column))
  })
}

function silence(seconds) {
  return new Int16Array(Math.round(seconds * rate))
}

function joined(pieces) {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Both sides of a conversation: the caller left, the agent right, each silent while the other talks. */
function perform({ turns, ...people }, work) {
  const sides = { caller: [silence(0.6)], agent: [silence(0.6)] }
  const spoken = []
  let now = 0.6
  for (const [who, text] of turns) {
    const side = who === 'agent' ? 'agent' : 'caller'
    const piece = who === 'keys' ? press(text) : speak(text, people[side], work)
    const seconds = piece.length / rate
    if (who !== 'keys') spoken.push({ speaker: who, start: round(now), end: round(now + seconds), text })
    const gap = who === 'keys' ? 0.5 : 0.35
    sides[side].push(piece, silence(gap))
    sides[side === 'agent' ? 'caller' : 'agent'].push(new Int16Array(piece.length + Math.round(gap * rate)))
    now += seconds + gap
  }
  return { left: joined(sides.caller), right: joined(sides.agent), spoken }
}

function round(seconds) {
  return Math.round(seconds * 100) / 100
}

const work = mkdtempSync(join(tmpdir(), 'demo-sounds-'))
const index = {}
for (const conversation of JSON.parse(readFileSync(join(folder, 'conversations.json'), 'utf8'))) {
  const { left, right, spoken } = perform(conversation, work)
  const both = new Int16Array(left.length * 2)
  for (let at = 0; at < left.length; at += 1) {
    both[at * 2] = left[at]
    both[at * 2 + 1] = right[at]
  }
  const raw = join(work, 'both.raw')
  writeFileSync(raw, Buffer.from(both.buffer))
  const input = ['-v', 'error', '-y', '-f', 's16le', '-ar', String(rate), '-ac', '2', '-i', raw]
  const output = ['-c:a', 'libmp3lame', '-b:a', '24k', '-map_metadata', '-1', '-bitexact']
  execFileSync('ffmpeg', [...input, ...output, join(folder, `${conversation.name}.mp3`)])
  index[conversation.name] = {
    business: conversation.business,
    seconds: round(left.length / rate),
    turns: spoken,
  }
  console.log(conversation.name, round(left.length / rate), 's')
}
writeFileSync(join(folder, 'recordings.json'), `${JSON.stringify(index, undefined, 2)}\n`)
// A file whose sending was cut off: it says what it is, and its sound never came.
const whole = join(work, 'whole.m4a')
execFileSync('ffmpeg', [
  '-v',
  'error',
  '-y',
  '-i',
  join(folder, 'oil-change.mp3'),
  '-c:a',
  'aac',
  '-b:a',
  '24k',
  '-bitexact',
  whole,
])
writeFileSync(join(folder, 'cut.m4a'), readFileSync(whole).subarray(0, 6000))
rmSync(work, { recursive: true })
