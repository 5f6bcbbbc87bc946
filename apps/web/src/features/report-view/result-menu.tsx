import { measureFor } from '@callboard/contract/measures'
import { meaningOf } from '@callboard/contract/report-columns'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { type MenuProps, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type AlertChoice, useAlertChoices } from '#web/features/report-view/alert-choices.ts'
import type { Run } from '#web/features/report-view/queries.ts'
import { ownRunQuery } from '#web/features/report-view/report-run.ts'
import { entityGroupsOf } from '#web/features/report-view/report-url.ts'
import classes from '#web/features/report-view/ResultMenu.module.css'
import { Box, Stack } from '#web/ui/layout.tsx'

interface ResultMenu {
  items: NonNullable<MenuProps['items']>
  /** What an item has opened. */
  dialog: ReactNode
}

/** What may be done with the figures that are shown, for the menu of the page. */
export function useResultMenu(run: Run): ResultMenu {
  const [open, setOpen] = useState<'meanings' | 'alerts'>()
  // Asked for by what shows it.
  const { data: answer } = useQuery({ ...ownRunQuery(run), enabled: false })
  const alerts = useAlertChoices(answer, entityGroupsOf(run.state))
  if (answer === undefined) return { items: [], dialog: null }
  const meanings = meaningsOf(answer)
  const close = () => setOpen(undefined)
  return {
    items: [
      ...(alerts.length === 0
        ? []
        : [
            {
              key: 'alerts',
              label: 'Alert me…',
              onClick: () => setOpen('alerts'),
            },
          ]),
      { key: 'print', label: 'Print', onClick: () => print() },
      ...(meanings.length === 0
        ? []
        : [
            {
              key: 'meanings',
              label: 'About these figures',
              onClick: () => setOpen('meanings'),
            },
          ]),
    ],
    dialog: (
      <>
        {open === 'meanings' && <Meanings meanings={meanings} onClose={close} />}
        {open === 'alerts' && <AlertChoices choices={alerts} onClose={close} />}
      </>
    ),
  }
}

interface Meaning {
  name: string
  label: string
  meaning: string
}

function meaningsOf({ columns, meta }: RunReportAnswer): Meaning[] {
  return columns.flatMap(({ name, label, measure, view = 'figure' }) =>
    measure === undefined ? [] : [{ name, label, meaning: meaningOf(measureFor(measure, meta), view) }],
  )
}

function Meanings({ meanings, onClose }: { meanings: readonly Meaning[]; onClose: () => void }) {
  return (
    <Modal open title="About these figures" footer={null} onCancel={onClose}>
      <dl className={classes.meanings}>
        {meanings.map(({ name, label, meaning }) => (
          <div key={name}>
            <Box as="dt" fontWeight={700}>
              {label}
            </Box>
            <Box as="dd">{meaning}</Box>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

function AlertChoices({ choices, onClose }: { choices: readonly AlertChoice[]; onClose: () => void }) {
  return (
    <Modal open title="Alert me when it changes" footer={null} onCancel={onClose}>
      <p>Figure to watch:</p>
      <Stack as="ul" gap={4}>
        {choices.map(({ key, words, href }) => (
          <li key={key}>
            <Link to={href}>{words}</Link>
          </li>
        ))}
      </Stack>
    </Modal>
  )
}
