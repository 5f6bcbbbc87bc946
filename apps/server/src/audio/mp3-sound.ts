import { MPEGDecoder } from 'mpg123-decoder'
import { readChunks, type SoundFile, type SoundPieces } from './sound-file.ts'
import { samplesOfFloats } from './wav-samples.ts'

export async function* readMp3(file: SoundFile): SoundPieces {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    for await (const chunk of readChunks(file, { start: 0, end: file.bytes })) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(chunk)
      if (samplesDecoded > 0) yield { sampleRate, channels: channelData.map(samplesOfFloats) }
    }
  } finally {
    decoder.free()
  }
}
