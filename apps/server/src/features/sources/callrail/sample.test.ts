import { expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { putClockForward } from '#test/clock.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { WebhookRequest } from '../adapter.ts'
import { callrail } from './callrail.ts'

const samples = samplesIn('callrail/')

/** As CallRail’s documentation has it, with its key and signature. */
function request(signature = 'UZAHbUdfm3GqL7qzilGozGzWV64='): WebhookRequest {
  return {
    url: 'https://callboard.example/api/in/1',
    headers: { signature },
    contentType: 'application/json',
    body: samples.read('post_call_sample.json'),
    about: 'call',
  }
}

samples.describe('CallRail’s published sample', () => {
  const secrets = { signingKey: '072e77e426f92738a72fe23c4d1953b4' }

  it('has the signature that is published with it, and none beside it', () => {
    const verify = (one: WebhookRequest) => callrail.webhook?.verify(one, sourceContext(), secrets)
    expect(() => verify(request())).toThrow('The time in the body is too far from now.')
    putClockForward(Date.parse('2018-02-19T18:50:00Z') - Date.now())
    expect(verify(request())).toBeUndefined()
    expect(() => verify(request('UZAHbUdfm3GqL7qzilGozGzWV65='))).toThrow('The signature is not')
  })

  it('is a voicemail of a known caller', () => {
    const events = callrail.webhook?.events(request(), sourceContext()) ?? []
    expect(callrail.callsOf?.(events, sourceContext())).toMatchObject({
      calls: [
        {
          externalCallId: '766970532',
          direction: 'inbound',
          status: 'voicemail',
          startedAt: '2018-02-19T18:41:00.236Z',
          duration: 13,
          talkDuration: undefined,
          callerNumber: '+12148654559',
          callerName: 'Kaylah Mills',
          trackingNumber: '+14045558514',
          targetNumber: undefined,
          city: 'Rochester',
          state: 'PA',
          country: 'US',
          source: 'Google Paid',
          medium: 'cpc',
          campaign: 'Google AdWords',
          leadStatus: 'previously_marked_good_lead',
          firstTime: false,
          priorCalls: 16,
          tags: [],
          recordingUrl:
            'https://app.callrail.com/calls/766970532/recording/redirect?access_key=aaaaccccddddeeee',
        },
      ],
    })
  })
})
