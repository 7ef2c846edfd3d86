"""Words of Calculator."""

WORDS = {
    "Calculator": ("Rechner", "计算器", "الآلة الحاسبة"),
    "Can't divide by 0": ("Teilen durch 0 nicht möglich", "不能除以 0", "لا يمكن القسمة على 0"),
    "Clear": ("Löschen", "清除", "محو"),
    "Clear history": ("Verlauf löschen", "清除历史记录", "محو السجلّ"),
    "Clear history?": ("Verlauf löschen?", "要清除历史记录吗？", "هل تريد محو السجلّ؟"),
    "Format error": ("Formatfehler", "格式错误", "خطأ في الصيغة"),
    "History": ("Verlauf", "历史记录", "السجلّ"),
    "No history": ("Kein Verlauf", "没有历史记录", "لا يوجد سجلّ"),
}
