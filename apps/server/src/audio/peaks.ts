/** How finely peaks are kept: so many a second, one channel's lowest and highest sample each. */
export const peaksPerSecond = 20

/** The outline of one channel: lowest and highest sample of each range by turns, -1 to 1, with two decimals. */
export type Peaks = number[]

/** Draws the outline of one channel of sound that comes piece by piece. */
export class PeakMeter {
  readonly #range: number
  readonly #peaks: Peaks = []
  #lowest = 0
  #highest = 0
  #count = 0

  constructor(sampleRate: number) {
    this.#range = Math.round(sampleRate / peaksPerSecond)
  }

  push(samples: Int16Array): void {
    for (const sample of samples) {
      if (sample < this.#lowest) this.#lowest = sample
      if (sample > this.#highest) this.#highest = sample
      this.#count += 1
      if (this.#count === this.#range) this.#keep()
    }
  }

  finish(): Peaks {
    if (this.#count > 0) this.#keep()
    return this.#peaks
  }

  #keep(): void {
    this.#peaks.push(Math.round(this.#lowest / 327.68) / 100, Math.round(this.#highest / 327.68) / 100)
    this.#lowest = 0
    this.#highest = 0
    this.#count = 0
  }
}
