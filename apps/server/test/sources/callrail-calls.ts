import { createHmac } from 'node:crypto'
import type { Posted } from '../clients/sources.ts'

/** What CallRail posts of a call, as its webhooks have it: numbers and truths may be texts, and what is not known is ''. */
export function postedCall(more: object = {}) {
  const startTime = '2026-03-10T10:00:00.236-05:00'
  return {
    answered: true,
    business_phone_number: '+13125550100',
    call_type: 'answered',
    company_id: 155920786,
    company_name: 'Ripe Plumbing',
    company_time_zone: 'America/Chicago',
    created_at: startTime,
    customer_city: 'Evanston',
    customer_country: 'US',
    customer_name: 'Grace Hopper',
    customer_phone_number: '+13125550142',
    customer_state: 'IL',
    device_type: 'mobile',
    direction: 'inbound',
    duration: '75',
    first_call: 'true',
    formatted_tracking_source: 'Google Ads',
    formatted_value: '--',
    id: 766970532,
    resource_id: 'CAL09c8a75d189149a482e881a9590ac1ba',
    lead_status: '',
    note: '',
    prior_calls: 0,
    recording: '',
    recording_redirect: '',
    source: 'Google Ads',
    source_name: 'Website pool',
    start_time: startTime,
    tags: [],
    tracking_phone_number: '+18005550100',
    transcription: 'my card is 4111 1111 1111 1111',
    value: '',
    voicemail: false,
    keywords: 'burst pipe',
    medium: '',
    campaign: '',
    referring_url: 'https://www.google.com/',
    referrer_domain: 'www.google.com',
    landing_page_url: 'https://ripe.example/?gclid=abc',
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_term: 'pipe',
    utm_content: 'ad 2',
    utm_campaign: 'Winter',
    gclid: 'abc',
    fbclid: '',
    msclkid: '',
    agent_email: 'ada@ripe.example',
    keypad_entries: '',
    spam: false,
    timestamp: startTime,
    ...more,
  }
}

/** The same as a row of the API, which has other ids, and the fields that were asked for. */
export function apiRow(more: object = {}) {
  const {
    id: _id,
    resource_id: id,
    timestamp: _timestamp,
    recording_redirect: _redirect,
    ...call
  } = postedCall()
  return {
    ...call,
    id,
    duration: 75,
    first_call: true,
    value: null,
    note: null,
    lead_status: null,
    recording: null,
    ...more,
  }
}

/** As CallRail posts it, signed with the key of its company. */
export function signed(body: object | string, key: string): Posted {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const signature = createHmac('sha1', key).update(text).digest('base64')
  return { headers: { 'content-type': 'application/json', signature }, body: text }
}
