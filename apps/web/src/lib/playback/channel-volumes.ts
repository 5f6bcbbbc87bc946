/** What a stereo sound goes through once somebody has changed the volume of one of its channels. */
interface Mixer {
  source: HTMLAudioElement
  gains: readonly [GainNode, GainNode]
}

let mixer: Mixer | undefined

/** The volumes of the left and the right channel, 0 to 1. A sound of one channel has the left one's. */
export function setChannelVolumes(source: HTMLAudioElement, volumes: readonly [number, number]): void {
  mixer = mixer?.source === source ? mixer : buildMixer(source)
  mixer.gains[0].gain.value = volumes[0]
  mixer.gains[1].gain.value = volumes[1]
}

/** Another sound begins as loud as it is. */
export function resetChannelVolumes(): void {
  if (mixer !== undefined) setChannelVolumes(mixer.source, [1, 1])
}

/** Not made before it is needed: from then on a sound that the browser does not play by itself needs a running context. */
function buildMixer(source: HTMLAudioElement): Mixer {
  const context = new AudioContext()
  source.addEventListener('play', () => void context.resume())
  void context.resume()
  const gains = [context.createGain(), context.createGain()] as const
  // One channel is made two before they are told apart.
  const both = new GainNode(context, { channelCount: 2, channelCountMode: 'explicit' })
  const splitter = context.createChannelSplitter(2)
  const merger = context.createChannelMerger(2)
  context.createMediaElementSource(source).connect(both).connect(splitter)
  for (const [channel, gain] of gains.entries()) {
    splitter.connect(gain, channel)
    gain.connect(merger, 0, channel)
  }
  merger.connect(context.destination)
  return { source, gains }
}
