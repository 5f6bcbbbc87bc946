import type { GuessReason } from '@callboard/contract/mappings'
import { Tag } from 'antd'
import { QuietText, Row } from '#web/ui/layout.tsx'

interface GuessNoteProps {
  reasons: readonly GuessReason[]
  part: string
}

const labels: Readonly<Record<GuessReason['confidence'], string>> = {
  sure: 'Recognized',
  likely: 'Likely',
  unsure: 'Guess: please check',
}

const colours: Readonly<Record<GuessReason['confidence'], string>> = {
  sure: 'success',
  likely: 'processing',
  unsure: 'warning',
}

/** How sure a guess is, and why; nothing where somebody has said it since. */
export function GuessNote({ reasons, part }: GuessNoteProps) {
  const reason = reasons.find((one) => one.part === part)
  if (reason === undefined) return null
  const { confidence, why } = reason
  return (
    <Row gap={4} align="baseline" margin="4px 0 0">
      <Tag color={colours[confidence]} variant="filled">
        {labels[confidence]}
      </Tag>
      {confidence !== 'sure' && (
        <QuietText fontSize={12} lineHeight="18px">
          {why}
        </QuietText>
      )}
    </Row>
  )
}
