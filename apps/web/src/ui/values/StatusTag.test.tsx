import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'

it('says of a call in progress how long it has been going on, each second, and of no other', () => {
  vi.useFakeTimers({ now: new Date('2026-03-10T15:01:05.400Z') })
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = '2026-03-10T15:00:00.000Z'
  const { rerender } = render(<StatusTag status="in-progress" startedAt={startedAt} />)
  expect(screen.getByRole('timer').textContent).toBe('1:05')
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByRole('timer').textContent).toBe('1:07')
  rerender(<StatusTag status="answered" startedAt={startedAt} />)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})
