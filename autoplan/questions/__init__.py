"""Questions about action and change with proved answers: made, asked, read and graded."""

from autoplan.questions.grading import QuestionGrade, grade
from autoplan.questions.question import Question

__all__ = ["Question", "QuestionGrade", "grade"]
