import type { MailInFull } from '@callboard/contract/mails'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MailView } from '#web/features/outbox/MailView.tsx'
import { StoppedAddresses } from '#web/features/outbox/StoppedAddresses.tsx'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

const mail: MailInFull = {
  id: '01990000-0000-7000-8000-0000000000b7',
  recipient: 'ada@example.com',
  subject: 'Your invitation',
  status: 'waiting',
  tries: 0,
  lastError: null,
  nextTryAt: null,
  createdAt: '2026-11-02T15:04:05.000Z',
  sentAt: null,
  text: 'Welcome',
  serverAnswer: null,
  html: null,
  attachments: [],
  link: null,
}

it('a mail that may have arrived says why it is not sent again by itself, and no other one does', () => {
  const { unmount } = show(<MailView mail={{ ...mail, status: 'uncertain' }} />)
  expect(screen.getByText(/^It may have arrived/)).toBeTruthy()
  unmount()
  show(<MailView mail={{ ...mail, status: 'failed' }} />)
  expect(screen.queryByText(/^It may have arrived/)).toBeNull()
})

it('says what the server said once, where the error has it already', () => {
  const failed = { ...mail, status: 'failed', serverAnswer: '550 no such user' } as const
  const { unmount } = show(<MailView mail={{ ...failed, lastError: 'Rejected: 550 no such user' }} />)
  expect(screen.getAllByText(/550 no such user/)).toHaveLength(1)
  expect(screen.queryByText('The mail server said')).toBeNull()
  unmount()
  show(<MailView mail={{ ...failed, lastError: 'The address was rejected.' }} />)
  expect(screen.getByText('The mail server said')).toBeTruthy()
})

it('a one-time link is copied with a warning', () => {
  show(<MailView mail={{ ...mail, link: 'https://calls.example.com/invite#token=x' }} />)
  expect(screen.getByText('Copy the link')).toBeTruthy()
  expect(screen.getByText(/anyone who opens it can set their password/)).toBeTruthy()
})

it('an address to which nothing is sent says why, and is lifted; without any there is nothing to see', async () => {
  const stopped = { email: 'ada@example.com', lastError: 'No such user', stoppedAt: mail.createdAt }
  const calls = answerCalls({
    'GET /api/mail/address': { body: { items: [stopped], total: 3 } },
    'POST /api/mail/address/lift': { status: 204 },
  })
  show(<StoppedAddresses />)
  fireEvent.click(await screen.findByLabelText('Lift ada@example.com'))
  expect(screen.getByText(/: No such user$/)).toBeTruthy()
  expect(screen.getByText('And 2 more.')).toBeTruthy()
  await expect.poll(() => changesOf(calls).map(({ body }) => body)).toEqual([{ email: stopped.email }])
})
