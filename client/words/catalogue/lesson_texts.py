"""The six lessons: what they are about, what there is to read, what is asked; and the headings of a course."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "exercise.heading": "Exercise {number} of {of_all}: {about}",
    "lesson.heading": "Lesson {number} of {of_all}: {about}",
    "lesson.topic_at": "{topic} at {game}",
    "lesson.own_game": "Your table plays {game}: there {what_scores}. Here is another game first.",
    # Those who play with the learner.
    "lesson.first_player": "Ana",
    "lesson.second_player": "Ben",
    "lesson.third_player": "Cho",
    # The lessons: the topic, what to read, the question, what to read after the right move.
    "lesson.sums": "ends and sums",
    "lesson.sums_fit": "Tiles are laid end to end: a tile fits where one of its halves has the number of an open end.",
    "lesson.sums_score": (
        "After each play the numbers at the open ends are added up. If the sum can be divided by 3 or by 5, it"
        " scores: a point for each 3 in it, and a point for each 5. 9 is 3 threes, so 3 points; 10 is 2 fives, so 2"
        " points; 7 is nothing."
    ),
    "lesson.sums_question": "Play the tile that scores most.",
    "lesson.sums_after": "The other end stays open and counts, too: look at both ends before you choose.",
    "lesson.doubles": "doubles",
    "lesson.doubles_count": "A double lies crosswise, and both its halves count while it is an open end: 4-4 counts 8.",
    "lesson.doubles_best": "15 is the best sum of all: it is 5 threes and 3 fives, so it scores for both.",
    "lesson.doubles_question": "Both ends are 5. Play the tile that scores most.",
    "lesson.doubles_after": "The next tile that is laid at a double covers it. Then it counts no more.",
    "lesson.knocking": "knocking",
    "lesson.knocking_rule": (
        "A player who can lay a tile has to lay one. If none of your tiles fits, you knock, and it is the next"
        " player's turn."
    ),
    "lesson.knocking_question": "Look at the ends, and do what can be done.",
    "lesson.knocking_after": "Everybody has seen now that you have no 5 and no 0. Remember it when others knock!",
    "lesson.target": "the exact target",
    "lesson.target_rule": (
        "In this game you win with exactly 61 points. A play that would take you past 61 is allowed, but it scores"
        " nothing."
    ),
    "lesson.target_score": "You have 59.",
    "lesson.target_question": "Win the match.",
    "lesson.target_after": "Near the end a small score is often better than a large one.",
    "lesson.target_stop": (
        "Stop at 59 rather than at 60: from 59 a sum of 6 or 10 wins, and so do two plays of one point; from 60 only 3"
        " or 5."
    ),
    "lesson.boneyard": "the boneyard",
    "lesson.boneyard_rule": (
        "All Fives is another game. Tiles that were not dealt are the boneyard: if none of your tiles fits, you"
        " draw from it until one does. Only when nothing is left there, you knock."
    ),
    "lesson.boneyard_sides": (
        "Beside 1 and 3 the free sides of 5-5 are open, too: 5a and 5b. They count nothing yet, which ×0 says."
    ),
    "lesson.boneyard_question": "Nothing fits, so do what can be done.",
    "lesson.spinner": "the spinner",
    "lesson.spinner_rule": (
        "You have drawn {tile}. It fits the spinner, 5-5: that is the first double of the round. Once it has a"
        " neighbour at both sides, tiles can also be laid at its two other sides, so there are up to four ends. A"
        " side of the spinner counts as soon as it has a tile."
    ),
    "lesson.spinner_question": "Play {tile}.",
    "lesson.spinner_after": (
        "All Fives counts the sum itself: 10 scores 10 points. The first to reach the target or more wins."
    ),
    "lesson.not_to_score": "when not to score",
    "lesson.not_to_score_reply": (
        "Points are good, but the next player scores, too. Ask yourself before a play: which ends does it leave,"
        " and what could be scored on them?"
    ),
    "lesson.not_to_score_large": "Large sums are dangerous: a double can turn them into 15 or 20.",
    "lesson.not_to_score_question": "Gain most: the points of a play, less what the next player could then score.",
    "lesson.not_to_score_after": "Sometimes a play that scores nothing wins the match.",
    "lesson.first_match": "Enter begins a first match against beginners, q ends.",
    "lesson.begin_first_match": "A first match",
    "lesson.what_first_match": (
        "A first match is against beginners, and a tutor says after each of your plays how good it was, and why."
    ),
    "lesson.ended": "These were the six lessons. You know enough for a first match.",
    "lesson.ended_help": (
        "In a match you see what each of your tiles would score, and the rules of every game can be looked up. A"
        " hint says which play is best, and why."
    ),
}
