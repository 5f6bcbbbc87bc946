import type { Page } from '@playwright/test'

/** Ranges in seconds. */
type Ranges = { start: number; end: number }[]

interface HeardSound {
  /** Of the redacted version. */
  loudestInside: number
  /** Of the original, in the same place. */
  loudestOriginalInside: number
  /** Between the versions, where nothing is hidden. */
  maxDifferentOutside: number
}

/** What a browser makes of the two versions of a recording, sample by sample in all channels. */
export async function compareHeard(
  page: Page,
  urls: { original: string; redacted: string; ranges: Ranges },
): Promise<HeardSound> {
  return await page.evaluate(async ({ original, redacted, ranges }) => {
    const decode = async (url: string) => {
      const bytes = await (await fetch(url)).arrayBuffer()
      const rate = new DataView(bytes).getUint32(24, true)
      return await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
    }
    const [whole, heard] = [await decode(original), await decode(redacted)]
    if (whole.length !== heard.length || whole.numberOfChannels !== heard.numberOfChannels)
      throw new Error('The versions are not of one length')
    const found = { loudestInside: 0, loudestOriginalInside: 0, maxDifferentOutside: 0 }
    for (let channel = 0; channel < heard.numberOfChannels; channel++) {
      const before = whole.getChannelData(channel)
      for (const [place, sample] of heard.getChannelData(channel).entries()) {
        const at = (place + 0.5) / heard.sampleRate
        const was = before[place] ?? 0
        if (ranges.some(({ start, end }) => at >= start && at < end)) {
          found.loudestInside = Math.max(found.loudestInside, Math.abs(sample))
          found.loudestOriginalInside = Math.max(found.loudestOriginalInside, Math.abs(was))
        } else found.maxDifferentOutside = Math.max(found.maxDifferentOutside, Math.abs(sample - was))
      }
    }
    return found
  }, urls)
}
