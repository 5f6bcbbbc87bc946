import { beforeAll, describe, expect, it } from 'vitest'
import { openPortal, type Portal } from '#test/portal.ts'
import { buildCall, type Sent } from '#test/ingest-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

describe('the place of a call', () => {
  const placeOf = async (given: Sent) => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [buildCall(given)])
    return (await portal.storedCalls(customer))[0]
  }

  it('is what the source says, completed from its ZIP code or city', async () => {
    expect(
      await placeOf({ city: 'SAN FRANCISCO', state: 'CA', zipcode: '94107-1234', country: 'US' }),
    ).toMatchObject({
      city: 'San Francisco',
      state: 'US-CA',
      county: '06075',
      zipcode: '94107',
      geo_precision: 'zip',
      geo_source: 'source',
      caller_time_zone: 'America/Los_Angeles',
    })
    expect(await placeOf({ city: 'Boston', state: 'MA' })).toMatchObject({
      city: 'Boston',
      state: 'US-MA',
      geo_precision: 'city',
      npanxx: '415555',
    })
  })

  it('is where the number was issued when the source says nothing, or only its country', async () => {
    for (const given of [{}, { country: 'US' }]) {
      expect(await placeOf(given)).toMatchObject({
        city: 'San Francisco',
        geo_source: 'number',
        geo_precision: 'city',
      })
    }
  })

  it('is that of the party that is called, in an outbound call', async () => {
    const given = { direction: 'outbound', callerNumber: '+14155550123', targetNumber: '2127365000' } as const
    expect(await placeOf(given)).toMatchObject({ state: 'US-NY', npanxx: '212736' })
  })

  it('is not known of a toll-free or withheld number, and no city is made up', async () => {
    expect(await placeOf({ callerNumber: '+18005550123' })).toMatchObject({
      city: '',
      state: '',
      geo_precision: 'none',
      geo_source: '',
    })
    expect(await placeOf({ callerNumber: 'anonymous' })).toMatchObject({
      caller_number: '',
      city: '',
      geo_precision: 'none',
    })
    expect(await placeOf({ state: 'NY', country: 'US' })).toMatchObject({
      city: '',
      state: 'US-NY',
      geo_precision: 'state',
    })
  })
})

describe('numbers', () => {
  it('are kept as E.164, and as they were sent where they are no public number', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [
      buildCall({ trackingNumber: '(212) 555-0100', callerNumber: '105', targetNumber: 's' }),
    ])
    expect(await portal.storedCalls(customer)).toMatchObject([
      { tracking_number: '+12125550100', number: '+12125550100', caller_number: '105', target_number: 's' },
    ])
  })
})
