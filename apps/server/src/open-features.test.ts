import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { skipTimersOf } from '#test/clock.ts'
import { copyTemplate } from '#test/template.ts'
import { readConfig } from './config.ts'
import { defineFeature, type Feature, type Foundation } from './feature.ts'
import { StartError } from './lib/files/data-dir.ts'
import { openFeatures } from './open-features.ts'
import { openFoundation } from './runtime.ts'
import { openStores } from './stores.ts'

let foundation: Foundation
const logged: string[] = []
/** What the features of a test did, in this order. */
const done: string[] = []

beforeAll(async () => {
  const folder = temporaryFolder()
  copyTemplate(folder)
  const config = readConfig({ DATA_DIR: folder })
  const stores = await openStores(config)
  afterFile(async () => await stores.close())
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
  foundation = await openFoundation(stores, { config, log })
})

beforeEach(() => {
  logged.length = 0
  done.length = 0
})

interface Life {
  needs?: () => readonly Feature[]
  open?: () => void
  start?: () => void
  close?: () => void | Promise<void>
}

/** A feature that notes what is done with it. */
function noting(name: string, { needs, open, start, close }: Life = {}): Feature {
  const life = {
    start() {
      start?.()
      done.push(`start ${name}`)
    },
    async close() {
      await close?.()
      done.push(`close ${name}`)
    },
  }
  return defineFeature({
    name,
    ...(needs !== undefined && { needs }),
    open() {
      open?.()
      done.push(`open ${name}`)
      return { services: {}, running: [life] }
    },
  })
}

function fail(): never {
  throw new Error('out of paper')
}

describe('features', () => {
  it('open after those that they need, however they are listed, and close before them', async () => {
    const paper = noting('paper')
    const stamps = noting('stamps', { needs: () => [paper] })
    const letters = noting('letters', { needs: () => [stamps, paper] })
    const { close } = await openFeatures([letters, stamps, paper], foundation)
    await close()
    expect(done.join()).toBe(
      'open paper,open stamps,open letters,' +
        'start paper,start stamps,start letters,' +
        'close letters,close stamps,close paper',
    )
  })

  it('get the services of those that they need, and of no others', async () => {
    const paper = defineFeature({ name: 'paper', open: () => ({ services: { sheets: 500 } }) })
    const stamps = defineFeature({ name: 'stamps', open: () => ({ services: { cents: 68 } }) })
    const letters = defineFeature({
      name: 'letters',
      needs: () => [paper],
      // @ts-expect-error -- stamps are not among its needs
      open: ({ sheets, cents }) => ({ services: { written: `on ${sheets} sheets, ${String(cents)}` } }),
    })
    const { services, close } = await openFeatures([letters, paper, stamps], foundation)
    await close()
    expect(services).toMatchObject({ sheets: 500, cents: 68, written: 'on 500 sheets, undefined' })
  })

  it('that need each other are refused, and the sentence names the circle', async () => {
    const letters: Feature = noting('letters', { needs: () => [stamps] })
    const stamps: Feature = noting('stamps', { needs: () => [post] })
    const post: Feature = noting('post', { needs: () => [letters] })
    await expect(openFeatures([noting('paper'), letters, stamps, post], foundation)).rejects.toThrow(
      /in a circle.*: letters → stamps → post → letters\. /,
    )
    expect(done).toEqual([])
  })

  it('that need one that is not in the list are refused', async () => {
    const letters = noting('letters', { needs: () => [noting('ink')] })
    await expect(openFeatures([letters], foundation)).rejects.toThrow('The feature letters needs ink, which')
  })

  it('that give the same service are refused', async () => {
    const one = defineFeature({ name: 'one', open: () => ({ services: { ink: 'blue' } }) })
    const other = defineFeature({ name: 'other', open: () => ({ services: { ink: 'black' } }) })
    await expect(openFeatures([one, other], foundation)).rejects.toThrow('The feature other gives ink, which')
  })

  it.each([
    ['opened', { open: fail }, 'open paper,open stamps,close stamps,close paper'],
    [
      'started',
      { start: fail },
      'open paper,open stamps,open letters,start paper,start stamps,close letters,close stamps,close paper',
    ],
  ])('that were open are closed when one cannot be %s, which is named', async (what, failing, expected) => {
    const paper = noting('paper')
    const stamps = noting('stamps')
    const letters = noting('letters', failing)
    const error = await openFeatures([paper, stamps, letters], foundation).catch((cause: unknown) => cause)
    expect(error).toMatchObject({
      message: `The feature letters could not be ${what}.`,
      cause: { message: 'out of paper' },
    })
    expect(done.join()).toBe(expected)
  })

  it('leave the sentence for whoever starts the portal as it is', async () => {
    const sentence = new StartError('PAPER cannot be written on.')
    const letters = noting('letters', {
      open() {
        throw sentence
      },
    })
    await expect(openFeatures([letters], foundation)).rejects.toBe(sentence)
  })

  it('close although others throw or hang, which the log names', async () => {
    const hangs = noting('hangs', {
      async close() {
        skipTimersOf(60_000)
        await new Promise(() => {})
      },
    })
    const throws = noting('throws', { close: fail })
    const features = [noting('paper'), hangs, noting('stamps'), throws, noting('letters')]
    const { close } = await openFeatures(features, foundation)
    done.length = 0
    await expect(close()).rejects.toThrow('Features did not close: throws, hangs.')
    expect(done).toEqual(['close letters', 'close stamps', 'close paper'])
    expect(logged).toEqual([
      expect.stringMatching(/out of paper.*"feature":"throws".*the feature throws did not close/),
      expect.stringMatching(/more than 60 seconds.*"feature":"hangs".*the feature hangs did not close/),
    ])
  })

  it('have a job under way end before what it uses is closed', async () => {
    const begun = Promise.withResolvers<void>()
    const writing = defineFeature({
      name: 'writing',
      open: () => ({ services: {}, running: [{ close: () => void done.push('pens closed') }] }),
      jobs: ({ closing }) => [
        {
          name: 'write-letters',
          async work() {
            begun.resolve()
            await new Promise((resolve) => closing.addEventListener('abort', resolve))
            done.push('job ended')
          },
        },
      ],
    })
    const { services, close } = await openFeatures([writing], foundation)
    await services.queue.add('write-letters', {})
    await begun.promise
    await close()
    expect(done).toEqual(['job ended', 'pens closed'])
  })
})
