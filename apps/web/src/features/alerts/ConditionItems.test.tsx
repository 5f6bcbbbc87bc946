import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { openPage } from '../../../test/show.tsx'

const pressOption = async (name: string) => {
  fireEvent.mouseDown(screen.getByLabelText('Figure'))
  fireEvent.change(screen.getByLabelText('Figure'), { target: { value: name } })
  fireEvent.click(await screen.findByTitle(name))
}

/** What the form asks for: how the figure compares with which value, and of how many calls at least. */
function condition() {
  const item = screen.getByText('Notify when it').closest('.ant-form-item')
  const value = screen.getByLabelText<HTMLInputElement>('Value').value
  const unit = /percent|seconds/.exec(item?.textContent ?? '')?.[0]
  const words = /rises above|reaches|falls below|falls to/.exec(item?.textContent ?? '')?.[0]
  const minimum = screen.getByLabelText<HTMLInputElement>('Minimum calls').value
  return [words, value, unit, minimum]
}

it('an alert on another figure begins where that is bad: answer rates fall, missed calls and rates rise', async () => {
  answerCalls({})
  openPage('/reports/alerts/add')
  await screen.findByLabelText('Figure')
  await expect.poll(condition).toEqual(['rises above', '5', undefined, '0'])
  await pressOption('Answer rate')
  await expect.poll(condition).toEqual(['falls below', '70', 'percent', '20'])
  await pressOption('Missed rate')
  await expect.poll(condition).toEqual(['rises above', '20', 'percent', '20'])
})
