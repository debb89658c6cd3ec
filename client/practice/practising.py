"""The course of the exercises that are due today.

Here: choosing them, noting the answers, and what is said at the end. Not here: an exercise (`exercise_task`), when it
is asked again (`model.practice`), where exercises come from (`collecting`).
"""

from collections.abc import Callable
from datetime import date
from typing import Final

from client.actions.panel import Block, Passage
from client.model.practice import Practice
from client.practice.course import Course
from client.practice.exercise_task import ExerciseTask
from client.practice.task import Task
from client.words import lesson_words
from client.words.say import say

MOST_AT_ONCE: Final = 10
"""Exercises in one course."""


def practising(practice: Practice, today: date, saved: Callable[[], None], *, is_drawn: bool, why_none: str) -> Course:
    """The course of at most ten exercises that are due. `saved` is called after each answer.

    `why_none`: what to read if there is no exercise at all.
    """
    tasks = [ExerciseTask(exercise, is_drawn) for exercise in practice.due(today)[:MOST_AT_ONCE]]

    def note(task: Task, is_right: bool) -> None:
        if isinstance(task, ExerciseTask):
            practice.answer(task.exercise, today, is_right=is_right)
            saved()

    def ending(course: Course) -> tuple[Block, ...]:
        answered = [lesson_words.answered(course.right, len(tasks))] if tasks else []
        others = (
            why_none
            if not practice.scheduled
            else lesson_words.when_next(len(practice.due(today)), practice.next_due())
        )
        return (Passage((*answered, others)),)

    return Course(say("lesson.practise"), _numbered, tasks, ending, note)


def _numbered(number: int, of_all: int, about: str) -> str:
    return say("exercise.heading", number=number, of_all=of_all, about=about)
