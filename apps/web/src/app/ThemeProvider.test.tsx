import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { expect, it } from 'vitest'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'

const text = 'The name Ada is taken.\nThe code 7 is taken.'

function Buttons() {
  const { message, notification } = App.useApp()
  return (
    <>
      <button onClick={() => void message.error(text)}>Toast</button>
      <button onClick={() => notification.error({ title: 'Failed', description: text })}>Notification</button>
    </>
  )
}

it.each(['Toast', 'Notification'])('shows each description on a line of its own: %s', async (name) => {
  render(
    <ThemeProvider>
      <Buttons />
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name }))
  const shown = await screen.findByText(/^The name Ada is taken\./)
  expect(getComputedStyle(shown).whiteSpace).toBe('pre-line')
})
