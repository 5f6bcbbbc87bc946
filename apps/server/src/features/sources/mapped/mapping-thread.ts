// A thread has globals of its own.
import 'temporal-polyfill/global'
import type { Mapping, MappingGuess, MappingPreview } from '@callboard/contract/mappings'
import type { SourceContext } from '../adapter.ts'
import { ImportFileError } from '../../../lib/files/text-lines.ts'
import { previewSample } from './preview-sample.ts'
import { guessSample } from './read-sample.ts'
import type { SourceFacts } from './guess/source-facts.ts'

// Runs in the worker of `MappingThread`.

export interface SampleBytes {
  readonly bytes: Uint8Array
  readonly isCut: boolean
}

export interface GuessTask extends SampleBytes {
  readonly facts: SourceFacts
}

export interface PreviewTask extends SampleBytes {
  readonly mapping: Mapping
  readonly source: SourceContext
}

/** What is wrong with a sample of which nothing can be read. */
export interface Unreadable {
  readonly unreadable: string
}

export async function guess({ facts, ...sample }: GuessTask): Promise<MappingGuess | Unreadable> {
  try {
    return await guessSample(sample, facts)
  } catch (error) {
    if (error instanceof ImportFileError) return { unreadable: error.message }
    throw error
  }
}

export async function preview({ mapping, source, ...sample }: PreviewTask): Promise<MappingPreview> {
  return await previewSample(sample, mapping, source)
}
