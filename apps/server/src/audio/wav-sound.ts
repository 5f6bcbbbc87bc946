import { readBytes, readChunks, type SoundFile, type SoundPieces } from './sound-file.ts'
import { readWavHeader, wavHeadBytes } from './wav-header.ts'
import { wavSampleReader } from './wav-samples.ts'

export async function* readWav(file: SoundFile): SoundPieces {
  const header = readWavHeader(await readBytes(file, 0, wavHeadBytes), file.bytes)
  const { sampleRate, start, end, blockBytes } = header
  const samplesOf = wavSampleReader(header)
  for await (const chunk of readChunks(file, { start, end, multipleOf: blockBytes })) {
    yield { sampleRate, channels: samplesOf(chunk) }
  }
}
